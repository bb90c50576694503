"""Data that are not followed to where they are made, or of which nobody knows how to divide them."""

from __future__ import annotations

import ast

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.fillings import dataset_trained_on
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.horovod.division.pipelines import Pipeline, Reader
from farandole.rules.horovod.restrictions.hvd211_data_unknown import DataUnknown
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Related
from farandole.source import Document

_INITIALIZER = "tensorflow.data.Iterator.make_initializer"
_REINITIALISED = frozenset({"tensorflow.data.Iterator.from_structure", "tensorflow.data.Iterator.from_string_handle"})


def not_followed(read: Pipeline) -> Refusal:
    """Say that a dataset can't be followed to where it comes from."""
    return Refusal(
        DataUnknown(),
        f"{read.document.quote(read.node)} can't be followed to where it comes from, so it is not divided",
        "shard the dataset by hand: .shard(hvd.size(), hvd.rank()) before it is shuffled and batched, "
        "with equally many elements in each process",
    )


def made_at_import(read: Pipeline, made: Document) -> Refusal:
    """Say that a dataset is made while the script imports a module, before Horovod and the GPU are ready."""
    return Refusal(
        DataUnknown(),
        f"{read.document.quote(read.node)} is made while {made.path.name} is imported, before the script can give each "
        "process its GPU, so it is not divided",
        "make the dataset in a function, and call that in the script",
    )


def divided_before(read: Pipeline) -> Refusal:
    """Say that a dataset has been divided for another training where this one can't have it divided."""
    return Refusal(
        DataUnknown(),
        f"{read.document.quote(read.node)} has data in common with another training, for which they are divided "
        "where those of this one can't be",
        "make a dataset of its own for each training",
    )


def batch_fixed(document: Document, node: ast.expr, batch: ast.expr) -> Refusal:
    """Say that the samples of each process can't be cut to whole batches, as a model needs them."""
    return Refusal(
        DataUnknown(),
        f"the model takes batches of `{ast.unparse(batch)}` samples alone, and it is not seen how many "
        f"{document.quote(node)} has",
        "give it arrays by their names, or leave the size of the batch open in the model",
    )


def not_divided(document: Document, node: ast.expr) -> Refusal:
    """Say that nothing is known of how to divide an object."""
    return Refusal(
        DataUnknown(),
        f"it is not known how to divide {document.quote(node)} among the processes",
        "give each process its own part of the data, by hvd.rank() and hvd.size(), equally many batches in each",
    )


def no_samples(document: Document, node: ast.expr) -> Refusal:
    """Say that a training is given None for its samples."""
    return Refusal(
        DataUnknown(),
        f"{document.quote(node)} is None in {document.place_of(node)}, so there are no samples to divide",
        "give it the samples that it is to train on",
    )


def made_for_others(made: Call, reader: Reader) -> Refusal:
    """Say that what makes the data of a training makes those of another reader as well, which needs all of them."""
    return Refusal(
        DataUnknown(),
        f"{made.document.quote(made.node)} is run for {reader.document.quote(reader.node)} as well, which {reader.does}, "
        "and that needs all of its data",
        "make the data for training by a call of their own, which is run for nothing else",
        (Related(reader.document, reader.document.span(reader.node), f"this {reader.does}"),),
    )


def going_on_from(document: Document, node: ast.expr, counter: ast.expr) -> Refusal:
    """Say that it depends on the steps taken so far what a loop is given, which nobody knows how to divide."""
    return Refusal(
        DataUnknown(),
        f"{document.quote(node)} depends on `{ast.unparse(counter)}`, which counts the steps of each process, and it is not "
        "seen what it takes its batches of",
        "read the data without it, and count the turns beside them: `for step, batch in zip(range(start, steps), data)`",
    )


def several_datasets(script: Script, iterator: Call) -> Refusal | None:
    """Say that an iterator reads several datasets in turn, where it does."""
    initialised = script.calls_to(_INITIALIZER) if not iterator.names.isdisjoint(_REINITIALISED) else ()
    if len(initialised) < 2 or dataset_trained_on(script, iterator) is not None:  # noqa: PLR2004
        return None
    datasets = [(each.document, node) for each in initialised if (node := each.argument("dataset")) is not None]
    listed = " and ".join(dict.fromkeys(document.quote(node) for document, node in datasets))
    return Refusal(
        DataUnknown(),
        f"{iterator.document.quote(iterator.node)} reads {listed} in turn, and which of them is trained on can't be seen",
        "shard the one for training by hand, .shard(hvd.size(), hvd.rank()), and divide the steps by hvd.size()",
        tuple(Related(document, document.span(node), "read by the iterator") for document, node in datasets),
    )


def hidden(training: Training) -> Refusal:
    """Say that the data are hidden in the arguments of a call."""
    return Refusal(
        DataUnknown(),
        f"the data of {training.label} are hidden in the arguments `*` or `**` of this call",
        "pass the data by name",
    )
