"""Restriction on training loops: an error must not let a process pass over a step."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.loops import Loop, chains
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import LOOP_RESTRICTIONS
from farandole.rules.rule import Finding, Refused, Related, Rule, Status
from farandole.source import Document

_ENDS = frozenset({"OutOfRangeError", "StopIteration", "KeyboardInterrupt", "GeneratorExit", "SystemExit", "EOFError"})
"""Errors that end a training in all processes at once: the end of the data, and the user."""


class StepSkipped(Rule):
    """A training loop must not pass over a step when something fails.

    ## What it does

    Names an `except` in a training loop after which the turn goes on without its step, such as `except IOError: continue`
    around the reading of a batch.

    ## Why

    What can't be read by one process may be read by the others. It takes a step fewer, and they wait for it for ever.

    ## When it is not offered

    The error ends the training (it is raised again, or the program is left), or it is the end of the data.

    ## Edit safety

    Nothing is edited; the script is not converted until the steps do not depend on what fails.
    """

    family = LOOP_RESTRICTIONS
    code, name = "HVD308", "step-skipped"
    title = "Leave out what can't be read before the training begins"
    untouched = [
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
batches = iter(tf.data.Dataset.range(8).map(lambda x: ([x], [x])).batch(2))
for step in range(100):
    try:
        x, y = next(batches)
    except StopIteration:
        break
    model.train_on_batch(x, y)
"""
    ]
    refused = [
        Refused(
            """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
for name in ["a.npy", "b.npy"]:
    try:
        batch = np.load(name)
    except IOError:
        continue
    model.train_on_batch(batch, batch[:, :1])
""",
            because="HVD308",
        )
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the handlers of errors in the innermost loop around each training step."""
        seen: set[ast.AST] = set()
        for training in script.trainings:
            for step in training.runs or training.steps:
                for chain in chains(script, step.document, step.node):
                    for handler in _skipping(script, chain[0].document, chain[0].node) if chain else ():
                        if handler not in seen:
                            seen.add(handler)
                            document = chain[0].document
                            yield Finding(
                                self,
                                Status.REFUSED,
                                document,
                                document.span(handler.type or handler),
                                f"a process in which this fails passes over a step of {training.label}, and the others wait for ever",
                                "leave out what fails before the loop, or let the error end the program",
                                related=(Related(document, document.span(step.node), "this is the step"),)
                                if step.document is document
                                else (),
                                training=training,
                                step="HVD109",
                                blocks=True,
                            )


def _skipping(script: Script, document: Document, loop: Loop) -> Iterator[ast.ExceptHandler]:
    """Yield the handlers in a loop that neither end the program nor catch what ends the training everywhere."""
    for node in ast.walk(loop):
        if isinstance(node, ast.ExceptHandler) and document.scope(node) is document.scope(loop):
            inner = next((each for each in document.ancestors(node) if isinstance(each, Loop)), None)
            if inner is loop and not _names(node) <= _ENDS and _passes_over(script, document, node, loop):
                yield node


def _names(handler: ast.ExceptHandler) -> set[str]:
    if handler.type is None:
        return {""}
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return {each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "") for each in kinds}


def _passes_over(script: Script, document: Document, handler: ast.ExceptHandler, loop: Loop) -> bool:
    """Say whether the turn goes on, or the loop, without the step: it stands in the `try`, or `continue` leaves it out."""
    if any(isinstance(each, ast.Raise) or _leaves(each) for each in ast.walk(handler)):
        return False
    if any(isinstance(each, ast.Continue | ast.Break | ast.Return) for each in ast.walk(handler)):
        return True
    tried = document.parent(handler)
    steps = {step.node for training in script.trainings for step in training.runs or training.steps}
    return isinstance(tried, ast.Try) and any(
        _reaches(script, node, steps) for each in tried.body for node in ast.walk(each)
    )


def _reaches(script: Script, node: ast.AST, steps: set[ast.Call]) -> bool:
    """Say whether a node is a step, or calls a function of the project that takes one."""
    if node in steps:
        return True
    call = script.call(node)
    bodies = [function.site.node for function in call.functions] if call is not None else []
    return any(inner in steps for body in bodies for inner in ast.walk(body))


def _leaves(node: ast.AST) -> bool:
    match node:
        case ast.Call(ast.Attribute(ast.Name("sys" | "os"), "exit" | "_exit")) | ast.Call(ast.Name("exit" | "quit")):
            return True
    return False
