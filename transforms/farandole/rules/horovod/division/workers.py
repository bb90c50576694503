"""What workers of a pool draw for the samples of a training: no seed of the script reaches them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.points_to.values import Function
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.pipelines import DataFlow
from farandole.rules.horovod.division.sampling import is_random, reached
from farandole.rules.horovod.division.seeds import OWN
from farandole.rules.horovod.division.work import Work
from farandole.rules.horovod.restrictions.data.chance import drawn_by_workers
from farandole.rules.horovod.restrictions.refusal import Refusal

_POOLS = ("multiprocessing.", "concurrent.futures.ProcessPoolExecutor.", "joblib.delayed")


def made_by_workers(flow: DataFlow, work: Work) -> Refusal | None:
    """Refuse samples that the workers of a pool draw before training: they would be others in each process.

    What they draw while the training goes on, such as a change of each image, may be, unless it decides how many there are.
    """
    script = flow.script
    made = sorted({call for pool in _POOLS for call in script.calls_to_module(pool)}, key=script.order)
    drawing = [(call, drawn) for call in made if (drawn := next(_drawn(script, call), None)) is not None]
    if not drawing:
        return None
    steps = [*work.training.runs, *work.training.steps]
    read = [(feed.document, feed.node) for feed in work.feeds]
    read += [(step.document, node) for step in steps for node in step.arguments]
    within = {each for document, node in read for each in script.filling.made_of(document, [node])}
    inside = set(reached(script, work.chain[-1].node)) if work.chain else set()
    counting = [(call, drawn) for call, _ in drawing if (drawn := next(_counted(script, call), None)) is not None]
    found = (
        each for each in (*drawing, *counting) if each[0].node in (within if each in counting else within - inside)
    )
    return next((drawn_by_workers(*each) for each in found), None)


def _drawn(script: Script, call: Call) -> Iterator[Call]:
    """Yield what the functions that a call gives to workers draw by a generator that they are given no seed for."""
    for run in _run(script, call):
        calls = [each for node in run if (each := script.call(node)) is not None]
        if not any(_is_seeded(each) for each in calls):
            yield from (each for each in calls if is_random(each))


def _counted(script: Script, call: Call) -> Iterator[Call]:
    """Yield what they draw so that a loop goes over what is drawn: other samples make another number of items."""
    drawn = {each.node: each for each in _drawn(script, call)}
    for run in _run(script, call) if drawn else ():
        for node in run:
            if isinstance(node, ast.For | ast.comprehension):
                yield from (drawn[each] for each in ast.walk(node.iter) if each in drawn)


def _run(script: Script, call: Call) -> Iterator[list[ast.AST]]:
    """Yield the code of the functions that a call gives to workers."""
    for argument in call.node.args[:1]:
        for value in script.values(argument):
            yield list(reached(script, value.site.node)) if isinstance(value, Function) else []


def _is_seeded(call: Call) -> bool:
    """Say whether a call makes or seeds a generator by a number that it is given."""
    seeds = call.attribute == "seed" or not call.names.isdisjoint(OWN)
    given = [node for node in call.node.args if not (isinstance(node, ast.Constant) and node.value is None)]
    return seeds and bool(given or call.node.keywords)
