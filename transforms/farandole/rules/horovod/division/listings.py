"""Names of files that samples are read from: folders give them in an order of their own, another one on each host."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import partial

from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call
from farandole.analysis.slicing import Slices
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.outcome import Change, edit_set
from farandole.rules.horovod.division.sets import Ordered, order_edits
from farandole.rules.horovod.division.work import Work
from farandole.source import Document, EditSet

_LISTINGS = frozenset(
    {
        "os.listdir",
        "glob.glob",
        "glob.iglob",
        "pathlib.Path.glob",
        "pathlib.Path.rglob",
        "pathlib.Path.iterdir",
        "tensorflow.io.gfile.listdir",
        "tensorflow.io.gfile.glob",
    }
)
_WALKS = frozenset({"os.walk", "os.scandir", "tensorflow.io.gfile.walk"})
"""What gives more than names, which can't be sorted where it stands."""

_WITHOUT_ORDER = frozenset(f"builtins.{name}" for name in ("sorted", "set", "frozenset", "len", "any", "sum"))
_SORTED = frozenset({"builtins.sorted", "numpy.sort", "natsort.natsorted"})


def listing_changes(
    script: Script, slices: Slices, work: Work, arrays: Iterable[tuple[Document, ast.expr]]
) -> Iterator[Change]:
    """Yield the changes that sort the names of the files that a work's samples are read from, with several processes.

    They are what feeds the work, and the `arrays` that its loop reads a part of in each turn.
    """
    listings = [call for call in script.calls if call.names and call.names <= _LISTINGS | _WALKS]
    if not listings:
        return
    read: defaultdict[Document, list[ast.expr]] = defaultdict(list)
    for document, node in (*_read(script, work), *arrays):
        read[document].append(node)
    within = frozenset(part for document, nodes in read.items() for part in script.filling.made_of(document, nodes))
    sorting = [call for call in script.calls if call.names & _SORTED or call.attribute == "sort"]
    for call in listings:
        document, node = call.document, call.node
        if node not in within or _forgets_order(script, call):
            continue
        if any(_sorts(script, slices, each, node) for each in sorting):
            continue
        if call.names & _WALKS:
            yield Change(
                EditSet.empty,
                f"`{document.segment(node)}` in line {node.lineno} must find files in one order on all hosts",
            )
            continue
        around = document.parent(node)
        made = script.call(around) if isinstance(around, ast.Call) else None
        is_list = made is not None and made.names == {"builtins.list"}
        ordered = Ordered(document, made.node.func if made is not None and is_list else node, node)
        yield Change(partial(edit_set, document, partial(order_edits, script, ordered)))


def _read(script: Script, work: Work) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the data that drive a work, and what objects that give them are made with."""
    yield from ((work.document, node) for node in work.inputs)
    for feed in work.feeds:
        yield feed.document, feed.node
        for value in script.values(feed.node):
            made = script.creation(value) if isinstance(value, Instance) else None
            if made is not None:
                yield from ((made.document, argument) for argument in made.arguments)


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


def _sorts(script: Script, slices: Slices, sorting: Call, listing: ast.AST) -> bool:
    """Say whether a call sorts what a listing gives: where it stands, or by the name of it."""
    function = sorting.node.func
    given = next(iter(sorting.node.args), None)
    if sorting.attribute == "sort" and isinstance(function, ast.Attribute) and not sorting.names & _SORTED:
        given = function.value
    pending, seen = [given] if given is not None else [], set()
    while pending:
        part = pending.pop()
        for node in ast.walk(part):
            if node is listing:
                return True
            if isinstance(node, ast.Name) and node not in seen:
                seen.add(node)
                pending += [each.value for each in slices.assignments(sorting.document, node) if not each.part]
    return False
