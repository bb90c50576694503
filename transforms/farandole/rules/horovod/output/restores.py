"""What rank 0 has written and every rank reads again: the others wait until it is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import partial

from farandole.analysis.call_order import calls_within, may_follow
from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call
from farandole.rules.horovod.names import tensorflow
from farandole.rules.horovod.output.calls import facts
from farandole.rules.horovod.output.changes import Change, Done, Obstacle
from farandole.rules.horovod.output.downloads import WAIT, is_unconditional, places_for_all
from farandole.rules.horovod.output.study import Study
from farandole.rules.horovod.patterns import GRAPHS
from farandole.source import Document, Edit, layout

NAME = "written"
"""The operation by which the ranks wait; the name that a graph would give it may differ between them."""

DEEPEST = 4
"""How many names and calls a path is followed through."""


def study_restores(study: Study) -> None:
    """Find where every rank reads a checkpoint that rank 0 may still be writing.

    In a TensorFlow 1 graph the session that restores waits; without one everything is left as it is.
    """
    wait = _wait
    if any(training.pattern in GRAPHS for training in study.script.trainings):
        wait = _wait_in_session
    writers = [(call, words_of(study, call)) for call in study.script.calls if _writes(study, call)]
    for call in study.script.calls:
        if facts(call).get("restores") and not study.is_guarded(call.document, call.node):
            words = words_of(study, call)
            if any(
                may_be_one(words, written) and may_follow(study.script, writer, call) for writer, written in writers
            ):
                wait(study, call)


def _writes(study: Study, call: Call) -> bool:
    """Say whether a call, or the callback that it makes, saves what can be restored, on rank 0 only."""
    if call.entry is None or not call.entry.name.startswith(("tensorflow", "horovod")) or call.node in study.refused:
        return False
    return bool(facts(call).get("writes")) and ("path" in facts(call) or call.attribute == "save")


def _wait(study: Study, call: Call) -> None:
    document = call.document
    places = places_for_all(study, document, call.node)
    if places is None:
        study.found.append(_obstacle(call, "hvd.broadcast(0, root_rank=0)"))
        return
    _study_managers(study, call)
    for where, statement in places:
        if _waits(study, where, statement):
            study.found.append(Done(where, where.span(statement)))
        else:
            study.found.append(
                Change(
                    where,
                    where.span(statement),
                    _told(call),
                    "wait until rank 0 has written it",
                    partial(_wait_edits, where, statement),
                )
            )


def _told(call: Call) -> str:
    return f"`{ast.unparse(call.node.func)}` reads on every rank what rank 0 may still be writing"


def _obstacle(call: Call, collective: str) -> Obstacle:
    return Obstacle(
        call.document,
        call.document.span(call.node),
        _told(call),
        f"put a collective call, such as {collective}, before `{ast.unparse(call.node.func)}` on every rank",
    )


def _wait_in_session(study: Study, call: Call) -> None:
    document, session = call.document, call.argument("sess")
    statement = document.statement(call.node)
    if session is None:
        return
    wait = f'{document.segment(session)}.run({{hvd}}.broadcast(0, root_rank=0, name="{NAME}"))'
    if not is_unconditional(study, call, frozenset()):
        study.found.append(_obstacle(call, wait.format(hvd="hvd")))
    elif _waits(study, document, statement):
        study.found.append(Done(document, document.span(statement)))
    else:
        study.found.append(
            Change(
                document,
                document.span(statement),
                _told(call),
                "wait until rank 0 has written it",
                partial(_wait_edits, document, statement, wait=wait),
            )
        )


def _wait_edits(document: Document, statement: ast.stmt, hvd: str, wait: str = WAIT) -> tuple[Edit, ...]:
    line = f"{wait.format(hvd=hvd)}  # wait until rank 0 has written"
    return layout.insert_before(document, statement, [line], once=True)


def _study_managers(study: Study, call: Call) -> None:
    """Read the latest checkpoint from the directory: a manager that has not saved it does not know of it."""
    document = call.document
    for node in (each for argument in call.node.args for each in ast.walk(argument)):
        if not isinstance(node, ast.Attribute) or node.attr != "latest_checkpoint":
            continue
        if study.script.instances(node.value, "checkpoint-manager"):
            tf = tensorflow(study.script, document)
            text = f"{tf.text}.train.latest_checkpoint({document.segment(node.value)}.directory)"
            study.found.append(
                Change(
                    document,
                    document.span(node),
                    f"`{document.segment(node)}` is what this process has saved itself",
                    "look for the checkpoint in the directory",
                    partial(_manager_edits, document, node, text, tf.edits),
                )
            )


def _manager_edits(
    document: Document, node: ast.expr, text: str, edits: tuple[Edit, ...], hvd: str
) -> tuple[Edit, ...]:
    return (*edits, *layout.replace(document, node, text))


def _waits(study: Study, document: Document, statement: ast.stmt) -> bool:
    """Say whether the statement before one waits for every rank."""
    block = document.block(statement)
    index = block.index(statement)
    before = calls_within(study.script, block[index - 1]) if index else iter(())
    return any(facts(call).get("collective") for call in before)


def words_of(study: Study, call: Call) -> frozenset[str]:
    """Give the words of the paths that a call gets, or that its receiver was created with."""
    words = {word for argument in call.node.args for word in _words(study, call.document, argument, 0)}
    words |= {word for keyword in call.node.keywords for word in _words(study, call.document, keyword.value, 0)}
    if isinstance(call.node.func, ast.Attribute):
        words |= set(_words(study, call.document, call.node.func.value, DEEPEST))
    return frozenset(words)


def _words(study: Study, document: Document, node: ast.expr, depth: int) -> Iterator[str]:
    """Yield the texts and names that an expression is made of, through definitions and managers of checkpoints."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield node.value
        return
    if isinstance(node, ast.Name | ast.Attribute):
        for value in study.script.values(node.value if isinstance(node, ast.Attribute) else node):
            creation = study.script.creation(value) if isinstance(value, Instance) else None
            if creation is not None and study.script.role_of(value) == "checkpoint-manager":
                directory = creation.argument("directory")
                yield from () if directory is None else _words(study, creation.document, directory, depth + 1)
        yield from (each for each in study.script.constants(node) if isinstance(each, str))
        definition = study.ranks.definition(document, node)
        if definition is not None and depth < DEEPEST:
            yield f"name {ast.unparse(node)}"
            yield from _words(study, *definition, depth + 1)
        return
    if depth < DEEPEST:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr) and not (isinstance(node, ast.Call) and child is node.func):
                yield from _words(study, document, child, depth + 1)
            elif isinstance(child, ast.keyword):
                yield from _words(study, document, child.value, depth + 1)


def may_be_one(first: frozenset[str], second: frozenset[str]) -> bool:
    """Say whether two paths may be the same: a word of one begins with a word of the other, up to what is filled in."""
    starts = [{start for word in words if len(start := re.split(r"[{%*]", word)[0]) > 1} for words in (first, second)]
    return any(one.startswith(other) or other.startswith(one) for one in starts[0] for other in starts[1])
