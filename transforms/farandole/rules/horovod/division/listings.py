"""Names of files that samples are read from: folders give them in an order of their own, another one on each host."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

from farandole.analysis.points_to.values import Class, Function, Instance, Value
from farandole.analysis.program import Call
from farandole.analysis.slicing import methods_of
from farandole.frameworks.samples import Feed
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.datasets import generating
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.horovod.division.indexed import read_in_part
from farandole.rules.horovod.division.outcome import Change, edit_set
from farandole.rules.horovod.division.sampling import is_random
from farandole.rules.horovod.division.sets import Ordered, order_edits
from farandole.rules.horovod.division.work import Work
from farandole.source import Document, EditSet

LISTINGS = frozenset(
    {
        "os.listdir",
        "glob.glob",
        "glob.iglob",
        "glob2.glob",
        "glob2.iglob",
        "imutils.paths.list_files",
        "imutils.paths.list_images",
        "pathlib.Path.glob",
        "pathlib.Path.rglob",
        "pathlib.Path.iterdir",
        "tensorflow.io.gfile.listdir",
        "tensorflow.io.gfile.glob",
        "tensorflow.keras.preprocessing.image.list_pictures",
    }
)
_WALKS = frozenset({"os.walk", "os.scandir", "tensorflow.io.gfile.walk"})
"""What gives more than names, which can't be sorted where it stands."""

_PER_ITEM = ("__getitem__", "__iter__", "__next__")
"""The methods by which an object gives its items."""

_WITHOUT_ORDER = frozenset(f"builtins.{name}" for name in ("sorted", "set", "frozenset", "len", "any", "sum"))
_SORTED = frozenset({"builtins.sorted", "numpy.sort", "natsort.natsorted"})


def listing_changes(script: Script, work: Work) -> Iterator[Change]:
    """Yield the changes that sort the names of the files that a work's samples are read from, with several processes."""
    listings = [call for call in script.calls if call.names and call.names <= LISTINGS | _WALKS]
    if not listings:
        return
    read: defaultdict[Document, list[ast.expr]] = defaultdict(list)
    for document, node in _read(script, work):
        read[document].append(node)
    within = frozenset(part for document, nodes in read.items() for part in script.filling.made_of(document, nodes))
    in_order = _in_order(script)
    apart = [each for each in listings if each.node not in in_order and not _forgets_order(script, each)]
    chosen = [each for each in apart if each.node in within]
    compared = _compared(script, chosen)
    chosen += [each for each in apart if each not in chosen and each.node in compared]
    for call in chosen:
        document, node = call.document, call.node
        if call.names & _WALKS:
            yield Change(
                EditSet.empty,
                f"`{document.segment(node)}` in {document.place_of(node, work.document)} must find files in one order on all hosts",
            )
            continue
        around = document.parent(node)
        made = script.call(around) if isinstance(around, ast.Call) else None
        is_list = made is not None and made.names == {"builtins.list"}
        ordered = Ordered(document, made.node.func if made is not None and is_list else node, node)
        yield Change(partial(edit_set, document, partial(order_edits, script, ordered)))


def _compared(script: Script, listings: Sequence[Call]) -> frozenset[ast.AST]:
    """Give the nodes from which that is computed which must be equal to what is computed from some listings."""
    nodes = {each.node for each in listings}
    found: set[ast.AST] = set()
    for document in script.documents if nodes else ():
        for compare in document.nodes(ast.Compare):
            if all(isinstance(operator, ast.Eq | ast.NotEq) for operator in compare.ops):
                compared = [each for each in (compare.left, *compare.comparators) if not _is_length(script, each)]
                sides = [script.slices.of(document, each).nodes for each in compared]
                if any(not nodes.isdisjoint(side) for side in sides):
                    found.update(*sides)
    return frozenset(found)


def _is_length(script: Script, node: ast.expr) -> bool:
    call = script.call(node)
    return call is not None and "builtins.len" in call.names


def _read(script: Script, work: Work) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the data that drive a work, and what objects that give them are made with; or what its loop trains on."""
    yield from ((work.document, node) for node in (*work.inputs, *read_in_part(script, work)))
    if work.loop is not None and not work.feeds:  # it may draw among the first of them, and be judged by the others
        yield from _trained_on(work.training)
    for feed in work.feeds:
        yield feed.document, feed.node
        yield from _generated(script, feed)
        for value in script.values(feed.node):
            made = script.creation(value) if isinstance(value, Instance) else None
            if made is not None:
                yield from ((made.document, argument) for argument in made.arguments)
            yield from _items_of(script, value)


def _trained_on(training: Training) -> Iterator[tuple[Document, ast.expr]]:
    """Yield what the steps of a training are given, but for the operations that a session runs."""
    for step in training.step_calls:
        given = [step.argument("feed_dict")] if training.runs else step.arguments
        yield from ((step.document, each) for each in given if each is not None)


def _generated(script: Script, feed: Feed) -> Iterator[tuple[Document, ast.expr]]:
    """Yield what functions of the project yield that a dataset takes its elements from."""
    for call in map(script.call, script.slices.of(feed.document, feed.node)):
        for function in generating(script, call) if call is not None else ():
            if isinstance(function, Function):
                code = function.site.node
                given = script.slices.returned(code)
                yield from ((function.site.module.document, node) for node in given)
                given_over = (value for node in given for value in script.values(node))
                yield from (item for value in given_over for item in _items_of(script, value))


def _items_of(script: Script, value: Value) -> Iterator[tuple[Document, ast.expr]]:
    """Yield what an object of the project gives when it is run over."""
    owner = value.of if isinstance(value, Instance) else None
    for method in methods_of(script, owner, _PER_ITEM) if isinstance(owner, Class) else ():
        scope = script.flow.scopes.get(method)
        if scope is not None:
            yield from ((scope.module.document, node) for node in script.slices.returned(method))


def _forgets_order(script: Script, call: Call) -> bool:
    """Say whether a listing goes on without its order, or only into the question whether something is in it."""
    parent = call.document.parent(call.node)
    match parent:
        case ast.Compare(ops=[ast.In() | ast.NotIn()]):
            return True
        case ast.Call():
            taking = script.call(parent)
            return taking is not None and not taking.names.isdisjoint(_WITHOUT_ORDER)
    return False


def _in_order(script: Script) -> frozenset[ast.AST]:
    """Give the nodes of what a script sorts: where they stand, or by the names of what they give."""
    pending = [(call.document, given) for call in script.calls if (given := _sorted_by(call)) is not None]
    found: set[ast.AST] = set()
    while pending:
        document, part = pending.pop()
        for node in _elements(script, part):
            if isinstance(node, ast.Name) and node not in found:
                assigned = script.slices.assignments(document, node)
                pending += [(each.document, each.value) for each in assigned if not each.part]
            found.add(node)
    return frozenset(found)


def _elements(script: Script, node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that may give the elements of a list: not those of which a length is taken, or some are drawn."""
    call = script.call(node)
    if call is not None and ("builtins.len" in call.names or is_random(call)):
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _elements(script, child)


def _sorted_by(call: Call) -> ast.expr | None:
    """Give what a call sorts: its argument, or the list whose `sort` it calls."""
    if call.names & _SORTED:
        return next(iter(call.node.args), None)
    return call.receiver if call.attribute == "sort" else None
