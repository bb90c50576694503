"""Tables that hold a number for each step of a training, `rates[step]`: no samples, of which each process takes its own.

The step is that of all processes there. Together they may take a few more than the original, where each counts the last
batch of its own part: beyond its end a table stays at its last number.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.answers import answered_once
from farandole.analysis.loops import loops_around, range_counts
from farandole.analysis.points_to.values import Container
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.feeds import fed, placeholders_among
from farandole.rules.horovod.division.fed import is_arithmetic
from farandole.rules.horovod.division.outcome import Change, edit_set
from farandole.rules.horovod.rates.assigned import hyperparameters
from farandole.rules.horovod.rates.in_graphs import behind_rates, given_in_graph
from farandole.source import Document, layout


@answered_once
def read_for_rates(script: Script) -> frozenset[ast.Subscript]:
    """Give the reads of items that the rates of a script, or other numbers of its optimizers, are computed from.

    Only what arithmetic alone makes of them counts: a rate may depend on what a model has made of samples as well.
    """
    pending = list(_rates(script))
    seen: set[ast.AST] = set()
    found = set()
    while pending:
        document, value = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        match value:
            case ast.Subscript():
                if not is_mapping(script, value.value):
                    found.add(value)
            case ast.Name():
                given = script.slices.assignments(document, value)
                pending += ((each.document, each.value) for each in given if not each.part)
            case ast.Call() if not is_arithmetic(script, value):
                pass
            case _:
                pending += ((document, each) for each in ast.iter_child_nodes(value) if isinstance(each, ast.expr))
    return frozenset(found)


def is_mapping(script: Script, value: ast.expr) -> bool:
    """Say whether what is read is a dictionary that the script writes out: of rates by the turn, say."""
    return any(isinstance(each, Container) and isinstance(each.site.node, ast.Dict) for each in script.values(value))


def is_for_rates(script: Script, document: Document, item: ast.Subscript) -> bool:
    """Say whether a read of an item is one of a table that holds rates."""
    written = ast.dump(item.value)
    return any(script.home(each) is document and ast.dump(each.value) == written for each in read_for_rates(script))


def item_around(document: Document, node: ast.AST) -> ast.Subscript | None:
    """Give the read of an item whose place a number tells, by itself or in arithmetic."""
    inner = node
    for outer in document.ancestors(node):
        if isinstance(outer, ast.Subscript) and inner is outer.slice:
            return outer
        if not isinstance(outer, ast.BinOp):
            break
        inner = outer
    return None


def ends_of_tables(script: Script, multiplied: frozenset[ast.AST]) -> Iterator[Change]:
    """Yield the changes of reads that the steps of all processes, which come from what is `multiplied`, may lead too far.

    A loop that counts to a number that is divided leads no read beyond the end.
    """
    for document in script.documents if multiplied else ():
        for item in document.nodes(ast.Subscript):
            place = item.slice
            if (
                isinstance(item.ctx, ast.Load)
                and isinstance(item.value, ast.Name | ast.Attribute)
                and isinstance(place, ast.Name | ast.Attribute | ast.BinOp)
                and not is_mapping(script, item.value)
                and not any(isinstance(each, ast.Mod) for each in ast.walk(place))
                and not _is_counted(script, document, item)
                and not multiplied.isdisjoint(script.slices.of(document, place).nodes)
            ):
                end = f", len({document.segment(item.value)}) - 1)"
                yield Change(partial(edit_set, document, partial(layout.wrap, document, place, "min(", end)))


def _is_counted(script: Script, document: Document, node: ast.AST) -> bool:
    """Say whether the innermost loop around a node in its function counts its turns."""
    loop = next(loops_around(document, node), None)
    return loop is not None and (isinstance(loop.node, ast.While) or bool(range_counts(script, loop)))


def _rates(script: Script) -> Iterator[tuple[Document, ast.expr]]:
    """Yield what the optimizers of a script get as their hyperparameters while they train: set, assigned or fed."""
    for document in script.documents:
        yield from ((document, value) for _, _, value in hyperparameters(script, document))
    for training in script.trainings:
        yield from given_in_graph(script, training)
        yield from fed(script, training.runs, placeholders_among(script, behind_rates(script, training)))
