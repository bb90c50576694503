"""What a training reads of `tf.data`, and who else reads it."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Instance
from farandole.analysis.slicing import Slice
from farandole.frameworks.samples import Feed
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.datasets import (
    is_dataset,
    paths,
)
from farandole.frameworks.tensorflow.fillings import STRUCTURE, dataset_trained_on
from farandole.source import Document


@dataclass(frozen=True)
class Reader:
    """An expression that reads a dataset for another purpose than training.

    `whole` says that each process needs all of it, whatever the training gets: a vocabulary, a mean. `again` says that
    it reads the very iterator of the training, with other data.
    """

    document: Document
    node: ast.expr
    does: str
    whole: bool
    again: bool = False


@dataclass(frozen=True)
class Pipeline:
    """What a training reads: an expression, its slice, and the datasets that it stands for."""

    document: Document
    node: ast.expr
    slice: Slice
    datasets: tuple[Instance, ...]


def pipeline(script: Script, document: Document, node: ast.expr) -> Pipeline:
    """Give what an expression reads; the datasets are the last ones on its way.

    Of an iterator that a session fills with one dataset or another, it is the one that is trained on.
    """
    within = script.slices.of(document, node)
    for iterator in script.calls_to(STRUCTURE):
        filled = dataset_trained_on(script, iterator) if iterator.node in within else None
        home = script.home(filled) if filled is not None else None
        if filled is not None and home is not None:
            return pipeline(script, home, filled)
    own = {value for value in script.values(node) if isinstance(value, Instance) and is_dataset(script, value)}
    if not own:
        passed = {
            each
            for inner in within
            if isinstance(inner, ast.expr)
            for each in script.values(inner)
            if isinstance(each, Instance) and is_dataset(script, each) and each.site.node in within
        }
        earlier = {stage.value for each in passed for path in paths(script, each, within) for stage in path[:-1]}
        own = passed - earlier
    return Pipeline(document, node, within, tuple(ordered(own)))


@dataclass(frozen=True, eq=False)
class DataFlow:
    """Where the data of a script flow, and who reads data for another purpose.

    `feeds` are the datasets that trainings read.
    """

    script: Script
    readers: tuple[Reader, ...]
    feeds: tuple[Feed, ...]
