"""Where a `tf.data` pipeline is divided among processes, and how that is written."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call
from farandole.analysis.slicing import Slice, Slices
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.datasets import (
    Path,
    Stage,
    is_dataset,
    is_repeated,
    paths,
    starts_initialised,
)
from farandole.rules.horovod.division.outcome import Refusal
from farandole.rules.horovod.names import Name, horovod, tensorflow
from farandole.rules.horovod.restrictions.hvd211_data_unknown import DataUnknown
from farandole.rules.horovod.restrictions.hvd212_order_differs import OrderDiffers
from farandole.rules.rule import Related
from farandole.source import Document, EditSet, layout


@dataclass(frozen=True)
class Reader:
    """An expression that reads a dataset for another purpose than training.

    `whole` says that each process needs all of it, whatever the training gets: a vocabulary, a mean.
    """

    document: Document
    node: ast.expr
    does: str
    whole: bool


@dataclass(frozen=True)
class Cut:
    """The expression (or assigned name) at which a dataset is divided, with the paths that it divides."""

    document: Document
    node: ast.expr
    divided: tuple[tuple[Path, int], ...]
    confirm: str = ""

    @property
    def counted(self) -> bool:
        """Whether the number of elements can be computed here."""
        return all(stage.counted for path, index in self.divided for stage in path[: index + 1])

    @property
    def uniform(self) -> bool:
        """Whether all elements have one shape here."""
        return all(stage.uniform for path, index in self.divided for stage in path[: index + 1])

    @property
    def unseeded(self) -> tuple[Stage, ...]:
        """The stages before this place that need a seed."""
        before = (stage for path, index in self.divided for stage in path[: index + 1] if stage.seed)
        return tuple(dict.fromkeys(before))

    @property
    def later(self) -> tuple[Call, ...]:
        """The stages after this place that take a number of elements."""
        found = {
            stage.call.node: stage.call
            for path, index in self.divided
            for stage in path[index + 1 :]
            if stage.kind in ("take", "skip") and stage.call is not None
        }
        return tuple(found.values())


@dataclass(frozen=True)
class Pipeline:
    """What a training reads: an expression, its slice, and the datasets that it stands for."""

    document: Document
    node: ast.expr
    slice: Slice
    datasets: tuple[Instance, ...]


def pipeline(script: Script, slices: Slices, document: Document, node: ast.expr) -> Pipeline:
    """Give what an expression reads; the datasets are the last ones on its way."""
    within = slices.of(document, node)
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


def find_cuts(script: Script, slices: Slices, read: Pipeline, readers: Iterable[Reader]) -> tuple[Cut, ...] | Refusal:
    """Choose where to divide what a training reads, so that every way from a source to it is divided once."""
    ways = [path for dataset in read.datasets for path in paths(script, dataset, read.slice)]
    if not ways:
        return _unknown(read)
    found = _divided(script, slices, read, readers, ways)
    if isinstance(found, Refusal):
        with_seeds = [tuple(stage.seeded() for stage in path) for path in ways]
        again = _divided(script, slices, read, readers, with_seeds)
        return found if isinstance(again, Refusal) else again
    return found


def _divided(
    script: Script, slices: Slices, read: Pipeline, readers: Iterable[Reader], ways: list[Path]
) -> tuple[Cut, ...] | Refusal:
    options = []
    for path in ways:
        allowed = _allowed(read, path)
        if isinstance(allowed, Refusal):
            return allowed
        options.append(dict(_places(script, read, path, allowed)))
    through = [{node for node, _ in _places(script, read, path, range(len(path)))} for path in ways]
    if not all(options):
        return _unknown(read)
    foreign: Refusal | None = None
    shuffled = next((stage for path in ways for stage in path if not stage.agreed), None)
    doubtful: tuple[Cut, ...] = ()
    for cuts in _choices(ways, options, through):
        uses = [
            (cut, reader) for cut in cuts for reader in readers if cut.node in slices.of(reader.document, reader.node)
        ]
        if not uses:
            return cuts
        foreign = foreign or (_shared(read, uses[0][1], shuffled) if shuffled is not None else None)
        if not doubtful and all(not reader.whole and _same(slices, read, reader) for _, reader in uses):
            doubtful = tuple(replace(cut, confirm=_sees_part(read, uses[0][1])) for cut in cuts)
    return doubtful or foreign or _unknown(read)


def _choices(
    ways: list[Path], options: list[dict[ast.expr, tuple[Document, int]]], through: list[set[ast.expr]]
) -> Iterator[tuple[Cut, ...]]:
    """Yield sets of places that divide every way once, the best first."""
    for node in options[0]:
        if all(node in places for places in options):
            yield _cuts(ways, options, {node})
    for number in range(max(map(len, options))):
        chosen: set[ast.expr] = set()
        for places in options:
            if chosen.isdisjoint(places):
                chosen.add(list(places)[min(number, len(places) - 1)])
        divided = zip(options, through, strict=True)
        if all(len(chosen & nodes) == 1 and not chosen.isdisjoint(places) for places, nodes in divided):
            yield _cuts(ways, options, chosen)


def _cuts(
    ways: list[Path], options: list[dict[ast.expr, tuple[Document, int]]], chosen: set[ast.expr]
) -> tuple[Cut, ...]:
    found: dict[ast.expr, list[tuple[Path, int]]] = {}
    documents = {node: document for places in options for node, (document, _) in places.items()}
    for path, places in zip(ways, options, strict=True):
        for node in (each for each in places if each in chosen):
            found.setdefault(node, []).append((path, places[node][1]))
    return tuple(Cut(documents[node], node, tuple(divided)) for node, divided in found.items())


def _allowed(read: Pipeline, path: Path) -> tuple[int, ...] | Refusal:
    """Give the stages after which a path may be divided, the best first."""
    known = next((index for index, stage in enumerate(path) if stage.kind == "unknown"), None)
    if known is not None and path[known].call is None:
        return _unknown(read)
    differs = next((index for index, stage in enumerate(path) if not stage.agreed), len(path))
    first = max((index for index, stage in enumerate(path) if index and not _keeps_equal(stage)), default=0)
    if first >= differs:
        return _refuse_order(path, differs, first)
    blocks = next((index for index, stage in enumerate(path) if index and stage.blocks), len(path))
    early = path[: max(1, min(blocks, differs))]
    best = max(first, *(index for index, stage in enumerate(early) if stage.changes or not index))
    return (*range(best, differs), *range(best - 1, first - 1, -1))


def _keeps_equal(stage: Stage) -> bool:
    """Say whether all processes get equally many elements from a stage when they had equally many before it."""
    return stage.counted and stage.kind not in ("unknown", "skip")


def _places(
    script: Script, read: Pipeline, path: Path, allowed: Iterable[int]
) -> Iterator[tuple[ast.expr, tuple[Document, int]]]:
    """Yield the expressions that stand for the stages of a path, those that all readers share first."""
    for index in allowed:
        value = path[index].value
        module = value.site.module
        node = value.site.node
        once = module.own and not is_repeated(script, value)
        if isinstance(node, ast.Call | ast.Name) and once and starts_initialised(script, module.document, node):
            yield node, (module.document, index)
        following = path[index + 1].call if index + 1 < len(path) else None
        if following is not None and isinstance(following.node.func, ast.Attribute):
            receiver = following.node.func.value
            once = not is_repeated(script, path[index + 1].value)
            if once and value in script.values(receiver) and starts_initialised(script, following.document, receiver):
                yield receiver, (following.document, index)
        if index + 1 == len(path) and value in script.values(read.node):
            yield read.node, (read.document, index)


def _same(slices: Slices, read: Pipeline, reader: Reader) -> bool:
    """Say whether a reader reads the very dataset of the training, not one that has only its beginning in common."""
    targets: set[ast.AST] = {read.node}
    if isinstance(read.node, ast.Name | ast.Attribute):
        targets = {binding.target for binding in slices.assignments(read.document, read.node)}
    return bool(targets) and targets <= slices.of(reader.document, reader.node).nodes


def text(document: Document, node: ast.AST) -> str:
    """Give an expression as a message quotes it: its first line."""
    first, *more = document.segment(node).splitlines()
    return f"`{first}…`" if more else f"`{first}`"


def _unknown(read: Pipeline) -> Refusal:
    return Refusal(
        DataUnknown(),
        f"{text(read.document, read.node)} can't be followed to where it comes from, so it is not divided",
        "shard the dataset by hand: .shard(hvd.size(), hvd.rank()) before it is shuffled and batched, "
        "with equally many elements in each process",
    )


def _refuse_order(path: Path, differs: int, first: int) -> Refusal:
    shuffled, counted = path[differs], path[first]
    places = tuple(
        Related(stage.call.document, stage.call.document.span(stage.call.node), message)
        for stage, message in (
            (shuffled, "the order differs from here on"),
            (counted, "the data are divided after this"),
        )
        if stage.call is not None
    )
    after = f", so they can't be divided after {counted.title}" if counted is not shuffled else ""
    return Refusal(
        OrderDiffers(),
        f"{shuffled.title} gives each process another order of the data{after}",
        f"make {shuffled.title} keep the order (a seed, deterministic=True), and shuffle the dataset later",
        places,
    )


def _shared(read: Pipeline, reader: Reader, shuffled: Stage) -> Refusal:
    return Refusal(
        OrderDiffers(),
        f"{text(read.document, read.node)} has data in common with {text(reader.document, reader.node)}, which "
        f"{reader.does}, and {shuffled.title} gives each process another order of them",
        f"make {shuffled.title} keep the order, or make the dataset for training apart from the others before it",
        (Related(reader.document, reader.document.span(reader.node), f"this {reader.does}"),),
    )


def _sees_part(read: Pipeline, reader: Reader) -> str:
    line, _ = reader.document.position(reader.document.span(reader.node).start)
    name = text(reader.document, reader.node)
    return f"line {line} {reader.does} with {name} too; each process then has its own part of it"


def cut_edits(script: Script, cut: Cut, graph: bool) -> EditSet:
    """Give the edits that divide a dataset; in a `graph`, to which no operation may be added at one process."""
    hvd = horovod(script, cut.document)
    needs_tensorflow = graph if cut.counted else not cut.uniform
    tf = tensorflow(script, cut.document) if needs_tensorflow else Name("tf", ())
    conditional = graph or not (cut.counted or cut.uniform)
    statement = cut.document.statement(cut.node)
    name = _assigned_name(statement, cut.node)
    if name:
        assigned = f"{name} = {_share(cut, name, hvd.text, tf.text, graph)}"
        lines = [f"if {hvd.text}.size() > 1:", f"    {assigned}"] if conditional else [assigned]
        edits = layout.insert_after(cut.document, statement, lines)
    else:
        edits = layout.wrap(cut.document, cut.node, "", _suffix(cut, hvd.text, tf.text, graph, conditional))
    edits = (*hvd.edits, *tf.edits, *edits)
    found = EditSet.of(cut.document, [replace(edit, once=True) for edit in edits])
    for stage in cut.unseeded:
        assert stage.call is not None
        found |= seed_edits(script, stage.call, stage.seed)
    return found


def seed_edits(script: Script, call: Call, parameter: str) -> EditSet:
    """Give the edits that let all processes shuffle alike; a single one shuffles as before."""
    hvd = horovod(script, call.document)
    seed = f"None if {hvd.text}.size() == 1 else 0"
    given = call.argument(parameter)
    edits = (
        layout.add_argument(call.document, call.node, f"{parameter}={seed}")
        if given is None
        else layout.replace(call.document, given, seed)
    )
    return EditSet.of(call.document, [replace(edit, once=True) for edit in (*hvd.edits, *edits)])


def _assigned_name(statement: ast.stmt, node: ast.expr) -> str:
    """Give the name that a statement assigns the dataset to, or an empty text."""
    match statement:
        case ast.Assign([ast.Name(name)], value) if value is node:
            return name
        case ast.Assign() if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            return node.id
    return ""


def _suffix(cut: Cut, hvd: str, tf: str, graph: bool, conditional: bool) -> str:
    """Give what follows an expression to divide the dataset that it stands for."""
    name = cut.document.segment(cut.node) if isinstance(cut.node, ast.Name) else "data"
    share = _share(cut, name, hvd, tf, graph)
    if conditional:
        return f".apply(lambda data: {_share(cut, 'data', hvd, tf, graph)} if {hvd}.size() > 1 else data)"
    if isinstance(cut.node, ast.Name) or not cut.counted:
        return share.removeprefix(name)
    return f".apply(lambda data: {share})"


def _share(cut: Cut, name: str, hvd: str, tf: str, graph: bool) -> str:
    """Give the part of a dataset that belongs to this process: equally many elements in each."""
    mine = f".shard({hvd}.size(), {hvd}.rank())"
    if cut.counted:
        cardinality = f"{tf}.data.experimental.cardinality({name})" if graph else f"{name}.cardinality()"
        return f"{name}{mine}.take({cardinality} // {hvd}.size())"
    if cut.uniform:
        return f"{name}.batch({hvd}.size(), drop_remainder=True).unbatch(){mine}"
    last = f"{name}.skip({hvd}.size() - 1).shard({hvd}.size(), 0)"
    return f"{tf}.data.Dataset.zip(({name}{mine}, {last})).map(lambda mine, _: mine)"
