"""Numbers of steps that objects of libraries are given of which nothing is known: they stay as they are, and are asked about."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from farandole.analysis.answers import answered_once
from farandole.analysis.loops import LoopAt, counters, loops_around
from farandole.analysis.program import Call
from farandole.frameworks.horovod.use import is_size
from farandole.frameworks.samples import driving
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.session_runs import step_chains
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.horovod.division.outcome import Change
from farandole.rules.horovod.division.work import divides_itself
from farandole.source import EditSet
from farandole.source.binding import names_in

_COUNTS = re.compile(r"(^|_)(steps?|iters?|iterations?)(_|$)")
"""What the parameters of schedules, callbacks and optimizers are called that count steps."""

_MAKING = re.compile(r"(^|\.)([A-Z]\w*|\w*(optimizer|schedule)\w*)$")
"""What classes are called, and functions that make an optimizer or a schedule."""


_OF_RATES = re.compile(r"optimi[sz]er|schedule|warm_?up|decay|adam|sgd", re.IGNORECASE)
"""What optimizers and schedules are called, of which positional arguments may be steps."""

_MANY = 50
"""Numbers from which on one may count steps."""

_SETTING = re.compile(r"(^|_)(lr|rate|decay|schedule|warm_?up|anneal|adjust)(_|$|s$|d$)|(lr|rate|decay|schedule)$")
"""What functions are called that set or compute a learning rate."""


def unread_counts(script: Script, training: Training, shrunk: frozenset[ast.AST]) -> Iterator[Change]:
    """Yield the doubts about numbers of steps that objects of unread libraries are made with; `shrunk` ones are right.

    So it does about the steps of a loop that a function of such a library is given to compute a rate by.
    """
    for call in _making(script):
        for told, value in _told(script, call):
            if not _counts_nothing(script, value) and _stays(script, call, value, shrunk):
                where = f"{call.document.quote(call.node.func)} in {call.document.place_of(call.node)}"
                doubt = f"{told} of {where} must count no steps: it stays, and each process takes a part of them"
                yield Change(EditSet.empty, doubt)
    for place in _divided_loops(script, training):
        counting = counters(script, place)
        for call in _setting_rates(script):
            if call.document is not place.document:
                continue
            counted = [each for each in call.arguments if names_in(each) & counting]
            if counted and place.document.contains(place.node, call.node) and _stays(script, call, counted[0], shrunk):
                where = f"{call.document.quote(call.node.func)} in {call.document.place_of(call.node)}"
                given = call.document.quote(counted[0])
                doubt = (
                    f"{where} must not compute by the steps of all processes: {given} counts those of one, and a total "
                    "that it is given may count all"
                )
                yield Change(EditSet.empty, doubt)


def _told(script: Script, call: Call) -> Iterator[tuple[str, ast.expr]]:
    """Yield the arguments that are called numbers of steps, by their parameters or their names, or may be such numbers."""
    for keyword in call.node.keywords:
        if keyword.arg is not None and _COUNTS.search(keyword.arg):
            yield f"`{keyword.arg}`", keyword.value
    for argument in call.node.args:
        named = (each for each in ast.walk(argument) if isinstance(each, ast.Name | ast.Attribute))
        counts = any(_COUNTS.search(each.id if isinstance(each, ast.Name) else each.attr) for each in named)
        if counts or _may_count(script, call, argument):
            yield call.document.quote(argument), argument


def _may_count(script: Script, call: Call, argument: ast.expr) -> bool:
    """Say whether an argument without a name of its own is a whole number of many: a sum of steps, or a length."""
    numbers = [each for each in script.constants(argument) if isinstance(each, int) and not isinstance(each, bool)]
    computed = script.slices.of(call.document, argument).nodes
    lengths = (node for node in computed if isinstance(node, ast.Call))
    whole = isinstance(argument, ast.Name | ast.Attribute | ast.BinOp | ast.Call) and any(
        isinstance(each.func, ast.Name) and each.func.id == "len" for each in lengths
    )
    return bool(_OF_RATES.search(call.attribute)) and (any(each >= _MANY for each in numbers) or whole)


def _stays(script: Script, call: Call, value: ast.expr, shrunk: frozenset[ast.AST]) -> bool:
    """Say whether a number is neither divided nor computed from the number of processes."""
    nodes = script.slices.of(call.document, value).nodes
    return shrunk.isdisjoint(nodes) and not any(is_size(script.call(node)) for node in nodes)


def _divided_loops(script: Script, training: Training) -> Iterator[LoopAt]:
    """Yield the loops of a training of which each process takes a part of the turns."""
    steps = [step for step in training.step_calls if not divides_itself(script, training, step)]
    found = (driving(script, chain) for step in steps for chain in step_chains(script, training, step))
    yield from dict.fromkeys(place for place in found if place is not None)


@answered_once
def _making(script: Script) -> tuple[Call, ...]:
    """Give the calls, in no loop, that make an object of an unread library, such as an optimizer or a schedule."""
    return tuple(
        call
        for call in _unread(script)
        if all(map(_MAKING.search, call.names)) and not any(loops_around(call.document, call.node))
    )


@answered_once
def _setting_rates(script: Script) -> tuple[Call, ...]:
    """Give the calls of functions of unread libraries that are called as those that set or compute a rate."""
    return tuple(call for call in _unread(script) if _SETTING.search(call.attribute))


def _unread(script: Script) -> Iterator[Call]:
    """Yield the calls of which nothing is known that they may call."""
    return (call for call in script.calls if call.names and all(map(script.is_unknown, call.names)))


def _counts_nothing(script: Script, node: ast.expr) -> bool:
    """Say whether what is given is no number of steps: nothing, a switch, or the variable that counts them."""
    constants = script.constants(node)
    known = bool(constants) and all(each is None or isinstance(each, bool | str) or each == 0 for each in constants)
    return known or bool(script.instances(node, "variable"))
