"""Queues of a TensorFlow 1 graph that end after so many epochs, and with them the loop that trains on what they give."""

from __future__ import annotations

import ast

from farandole.analysis.answers import answered_once
from farandole.analysis.loops import Count, LoopAt
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.horovod.division.counts import is_count
from farandole.rules.horovod.division.sampling import MIXERS, PRODUCERS
from farandole.rules.horovod.restrictions.hvd303_steps_not_counted import asks_session
from farandole.source import Document

_READERS = (
    "tensorflow.FixedLengthRecordReader",
    "tensorflow.LMDBReader",
    "tensorflow.TFRecordReader",
    "tensorflow.TextLineReader",
)
"""What reads one record after another from each file that a queue names."""


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


def epochs_of_queues(script: Script, training: Training, place: LoopAt) -> tuple[Count, ...]:
    """Give the numbers of epochs after which the queues of a training's graph end, where these alone end a loop.

    None where a queue has no end, or one that serves another purpose as well.
    """
    return _epochs(script, training) if _lasts_as_data_do(place) else ()


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
