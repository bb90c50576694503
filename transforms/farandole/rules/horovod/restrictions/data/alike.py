"""Samples that come alike in all processes: each would train on the same."""

from __future__ import annotations

import ast

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.horovod.division.sampling import MIXERS
from farandole.rules.horovod.restrictions.hvd211_data_unknown import DataUnknown
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Related
from farandole.source import Document

_MATCHES = ("tensorflow.train.match_filenames_once", "tensorflow.io.match_filenames_once")


def read_by_turn(document: Document, read: ast.Subscript) -> Refusal:
    """Say that the turn of a loop decides where each process reads."""
    return Refusal(
        DataUnknown(),
        f"where {document.quote(read)} reads depends on the turn of this loop, and each process would read the same",
        "compute the place from `step * hvd.size() + hvd.rank()` instead of the counter `step`",
    )


def read_at_place(document: Document, read: ast.Subscript) -> Refusal:
    """Say that a loop reads at places of which a part of the samples has others."""
    return Refusal(
        DataUnknown(),
        f"where {document.quote(read)} reads depends on the turn of this loop, and each process would read the same",
        "read whole batches, one after another, at the places of `for start in range(0, length, batch)`, which can be "
        "divided, or give each process its own part of the samples before, by hvd.rank() and hvd.size()",
    )


def read_to_the_end(document: Document, read: ast.Subscript) -> Refusal:
    """Say that a turn of a loop takes all that is left: the last one of each process would take that of others, too."""
    return Refusal(
        DataUnknown(),
        f"{document.quote(read)} takes all that is left, in the last turn of a process also what others take",
        "take a batch in each turn, as `x[step * batch : (step + 1) * batch]` does: where fewer are left, it gives these",
    )


def called_by_turn(document: Document, read: ast.Call) -> Refusal:
    """Say that a call that is given the turn of a loop may give each process the same."""
    return Refusal(
        DataUnknown(),
        f"what {document.quote(read)} gives depends on the turn of this loop, and is the same in each process",
        "where it gives samples, pass it `step * hvd.size() + hvd.rank()` instead of the counter `step`",
        (Related(document, document.span(read), "this is given the turn"),),
    )


def called_at_place(document: Document, read: ast.Call) -> Refusal:
    """Say that a call that is given the place of a loop, which goes on by more than one, may give each process the same."""
    return Refusal(
        DataUnknown(),
        f"what {document.quote(read)} gives depends on the place of this loop, and is the same in each process",
        "where it gives samples, take them in this loop, by a slice such as `x[start : start + batch]`, which can be "
        "divided, or count the turns: `for turn in range(len(x) // batch)`",
        (Related(document, document.span(read), "this is given the place"),),
    )


def in_the_same_order(document: Document, head: ast.AST, training: Training) -> Refusal:
    """Say that a loop, of which `head` is the head, reads the same samples in the same order in all processes."""
    return Refusal(
        DataUnknown(),
        f"what this loop trains {training.label} on comes in the same order in each process, and nothing is drawn by chance",
        "give each process its own part of the samples before they are put into batches, by hvd.rank() and hvd.size()",
        (Related(document, document.span(head), "this loop"),),
    )


def read_at_pointer(document: Document, read: ast.Subscript, training: Training) -> Refusal:
    """Say that a read takes the same samples in all processes: its place goes on from turn to turn."""
    return Refusal(
        DataUnknown(),
        f"{document.quote(read)} in {document.place_of(read)} gives {training.label} the same samples in the "
        "same order in each process: its place goes on from batch to batch, and no chance orders them in the loop",
        "give each process its own part of the samples before they are put into batches, by hvd.rank() and hvd.size()",
        (Related(document, document.span(read), "this reads the samples"),),
    )


def same_batches(document: Document, node: ast.expr) -> Refusal:
    """Say that Keras takes the batches of a sequence in one order in all processes."""
    return Refusal(
        DataUnknown(),
        f"Keras takes the batches of {document.quote(node)} in the same order in each process, and it is not known how to "
        "divide them",
        "let the sequence hold this process's part of the samples only, by hvd.rank() and hvd.size(), equally many in each",
    )


def in_one_order(script: Script, call: Call) -> Refusal | None:
    """Say that a queue gives all processes the same in the same order, where it does."""
    if script.calls_to(*MIXERS):
        return None
    if _is_of_one(script, call):
        return Refusal(
            DataUnknown(),
            f"{call.document.quote(call.node)} gives all processes the records of one file in the same order",
            "shuffle them by `tf.train.shuffle_batch`, or give each process files of its own, by hvd.rank() and hvd.size()",
        )
    if script.constants(call.argument("shuffle")) != {False}:
        return None
    return Refusal(
        DataUnknown(),
        f"{call.document.quote(call.node)} gives all processes the same in the same order",
        "give it a part of the files or samples in each process, by hvd.rank() and hvd.size()",
    )


def _is_of_one(script: Script, call: Call) -> bool:
    """Say whether a queue of names is given a single one: its order is always the same."""
    given = call.argument("string_tensor")
    held = script.slices.bound(call.document, given) if given is not None else None
    match held:
        case ast.List([only]) | ast.Tuple([only]):
            return not isinstance(only, ast.Starred)
        case ast.Call(args=[pattern, *_]) if held in {each.node for each in script.calls_to(*_MATCHES)}:
            named = script.constants(pattern)
            return bool(named) and all(isinstance(each, str) and not set("*?[") & set(each) for each in named)
    return False
