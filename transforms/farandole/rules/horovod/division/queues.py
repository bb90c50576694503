"""Queues of a TensorFlow 1 graph that end after so many epochs, and with them the loop that trains on what they give."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.answers import answered_once
from farandole.analysis.loops import Count, LoopAt, exits
from farandole.analysis.points_to.values import Constant, Function
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.feeds import PLACEHOLDERS
from farandole.frameworks.tensorflow.session_runs import fetches_of
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.horovod.division.counts import is_count
from farandole.rules.horovod.division.orders import ORDERING
from farandole.rules.horovod.division.sampling import (
    IN_PYTHON,
    MIXERS,
    ORDERLY,
    PRODUCERS,
    RANDOM,
    is_random,
    is_unread,
    reached,
)
from farandole.rules.horovod.restrictions.hvd303_steps_not_counted import asks_session
from farandole.source import Document

_READERS = (
    "tensorflow.FixedLengthRecordReader",
    "tensorflow.LMDBReader",
    "tensorflow.TFRecordReader",
    "tensorflow.TextLineReader",
)
"""What reads one record after another from each file that a queue names."""

_SHOULD_STOP = "tensorflow.train.Coordinator.should_stop"

_ENDS = frozenset({"OutOfRangeError", "StopIteration"})
"""Names of what is raised where data end."""

_FILLING = frozenset({"enqueue", "enqueue_many"})


def filled(script: Script, training: Training) -> tuple[Call, ...]:
    """Give what brings the samples of a training into its graph as other code gives them: queues, functions of Python."""
    made = _made(script, training)
    found = (*script.calls_to(*ORDERLY, *RANDOM), *_given_nothing(script))
    return tuple(call for call in found if call.node in made)


def is_mixed(script: Script, training: Training) -> bool:
    """Say whether a queue mixes the samples of a training: processes train on the same ones soon after one another."""
    made = _made(script, training)
    return any(call.node in made for call in script.calls_to(*MIXERS))


def _made(script: Script, training: Training) -> frozenset[ast.AST]:
    """Give what the steps of a training are computed from."""
    return frozenset(node for step in training.train_ops for node in script.slices.of(step.document, step.node).nodes)


def is_filled_by_chance(script: Script, source: Call) -> bool:
    """Say whether chance, or what is not known, may be in what brings samples into a graph from other code."""
    bodies = list(_filling(script, source))
    nodes = {node for body in bodies for node in reached(script, body)}
    calls = [call for call in map(script.call, nodes) if call is not None and call.attribute != "run"]
    return any(is_random(call) or call.attribute in ORDERING or is_unread(call) for call in calls) or (
        not bodies and any(call.attribute in _FILLING and _takes_fed(script, call) for call in script.calls)
    )


def _takes_fed(script: Script, call: Call) -> bool:
    """Say whether a call is given what a session feeds."""
    given = {node for each in call.arguments for node in script.slices.of(call.document, each).nodes}
    return any(placeholder.node in given for placeholder in script.calls_to(*PLACEHOLDERS))


def _given_nothing(script: Script) -> Iterator[Call]:
    """Yield the functions of Python that a graph runs and that compute from nothing that the graph gives them."""
    for call in script.calls_to(*IN_PYTHON):
        given = call.argument("inp")
        match script.slices.bound(call.document, given) if given is not None else ast.List([]):
            case ast.List([]) | ast.Tuple([]):
                yield call


def _filling(script: Script, source: Call) -> Iterator[ast.AST]:
    """Yield the code that gives what a graph takes: the functions it runs, or those by which its session fills a queue."""
    function = source.argument("func")
    if function is not None:
        yield from (each.site.node for each in script.values(function) if isinstance(each, Function))
        return
    for run in script.calls:
        if (fetches := fetches_of(run.node)) is not None:
            read = script.slices.of(run.document, fetches).nodes
            if any(call is not None and call.attribute in _FILLING for call in map(script.call, read)):
                yield script.function(run.document, run.node) or run.document.tree


def doubt_of_records(script: Script, call: Call) -> str:
    """Say what a queue of names assumes, where nothing but the order of the files differs between processes.

    Each file's records come as they stand in it: processes that come to the same file train on the same.
    """
    if call.argument("string_tensor") is None or script.calls_to(*MIXERS) or not script.calls_to(*_READERS):
        return ""
    return (
        f"{call.document.quote(call.node)} must name many files: their order alone is another one in each process, and "
        "nothing shuffles their records"
    )


def doubt_of_order(script: Script, call: Call) -> str:
    """Say what a queue assumes whose order is by chance under a condition."""
    told = call.argument("shuffle")
    if told is None or False not in script.constants(told) or script.calls_to(*MIXERS):
        return ""
    return (
        f"`shuffle`, {call.document.quote(told)}, must be true where {call.document.quote(call.node.func)} is called for a "
        "training: the order is another one in each process by chance alone"
    )


def epochs_of_queues(script: Script, training: Training, place: LoopAt) -> tuple[Count, ...]:
    """Give the numbers of epochs after which the queues of a training's graph end, where these alone end a loop.

    None where a queue has no end, or one that serves another purpose as well.
    """
    return _epochs(script, training) if _lasts_as_data_do(place) else ()


def goes_on(script: Script, training: Training, place: LoopAt) -> bool:
    """Say whether a loop trains on what queues without an end give until its user stops it, or something fails.

    It saves what it has learned after so many turns.
    """
    made = _made(script, training)
    producers = [call for call in script.calls_to(*PRODUCERS) if call.node in made]
    ended = any(not _has_no_end(script, call.argument("num_epochs")) for call in producers)
    brought = bool(producers or filled(script, training))
    if ended or not brought or not periods_of(place) or next(exits(place), None) is not None:
        return False
    match place.node:
        case ast.While(ast.Constant(value)):
            return bool(value)
        case ast.While(ast.UnaryOp(ast.Not(), ast.Call() as asking)):
            call = script.call(asking)
            return call is not None and _SHOULD_STOP in call.names and not _is_stopped(script, place)
    return False


def periods_of(place: LoopAt) -> list[ast.expr]:
    """Give the numbers of turns after each of which a loop does something."""
    parts = place.document.within(place.node, ast.BinOp)
    return [each.right for each in parts if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Mod)]


def _has_no_end(script: Script, epochs: ast.expr | None) -> bool:
    return epochs is None or script.must_be(epochs, lambda value: value == Constant(None))


def _is_stopped(script: Script, place: LoopAt) -> bool:
    """Say whether something but a failure tells a coordinator to stop, before a loop is left."""
    return any(
        _asks_to_stop(call.node) and not _is_behind(place, call) and not _is_told_of_failure(place, call)
        for call in script.calls
    )


def _asks_to_stop(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr == "request_stop"


def _is_behind(place: LoopAt, call: Call) -> bool:
    """Say whether a call stands behind a loop, in the same function."""
    document = place.document
    if call.document is not document or document.scope(call.node) is not document.scope(place.node):
        return False
    return document.span(call.node).start >= document.span(place.node).end


def _is_told_of_failure(place: LoopAt, call: Call) -> bool:
    """Say whether a call stands in a handler outside of a loop, but not in one of the end of data."""
    handlers = [each for each in call.document.ancestors(call.node) if isinstance(each, ast.ExceptHandler)]
    inside = call.document is place.document and place.document.contains(place.node, call.node)
    ends = any(
        getattr(each, "attr", getattr(each, "id", "")) in _ENDS
        for handler in handlers
        if handler.type is not None
        for each in ast.walk(handler.type)
    )
    return bool(handlers) and not inside and not ends


def _lasts_as_data_do(place: LoopAt) -> bool:
    """Say whether a loop goes on until its session, or what coordinates its queues, says that there is no more."""
    test = place.node.test if isinstance(place.node, ast.While) else None
    return test is not None and (asks_session(test) or (isinstance(test, ast.Constant) and bool(test.value)))


@answered_once
def _epochs(script: Script, training: Training) -> tuple[Count, ...]:
    read = {node for step in training.train_ops for node in script.slices.of(step.document, step.node).nodes}
    producers = [call for call in script.calls_to(*PRODUCERS) if call.node in read]
    given = [(call.document, call.argument("num_epochs")) for call in producers if _is_made_once(script, call)]
    counts = [Count(document, node) for document, node in given if node is not None and _ends(script, node)]
    return tuple(counts) if len(counts) == len(producers) else ()


def _ends(script: Script, node: ast.expr) -> bool:
    """Say whether a number of epochs is one that may be divided: not one epoch alone, of which each process takes all."""
    return is_count(script, node) and script.constants(node) != {1}


def _is_made_once(script: Script, call: Call) -> bool:
    """Say whether a call is made in one place of the script alone, through all functions around it."""
    document: Document = call.document
    node: ast.AST = call.node
    seen: set[ast.AST] = set()
    while isinstance(function := script.function(document, node), FunctionNode) and function not in seen:
        seen.add(function)
        callers = script.callers(function)
        if len(callers) > 1:
            return False
        if not callers:
            return True
        document, node = callers[0].document, callers[0].node
    return True
