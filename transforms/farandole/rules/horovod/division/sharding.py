"""Where a `tf.data` pipeline is divided among processes, and how that is written."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import takewhile

from farandole.analysis.loops import all_loops
from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call
from farandole.analysis.slicing import Slices
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.datasets import (
    DETERMINISTIC,
    OPTIONS,
    SHUFFLE_FILES,
    SLOPPY,
    Path,
    Stage,
    is_asked,
    is_endless,
    is_repeated,
    makes_samples,
    order_of,
    paths,
    starts_initialised,
    unordered_options,
)
from farandole.rules.horovod.devices.local_rank import free_name
from farandole.rules.horovod.division.orders import seed_lacking
from farandole.rules.horovod.division.outcome import Change
from farandole.rules.horovod.division.pipelines import DataFlow, Pipeline, Reader, pipeline
from farandole.rules.horovod.names import (
    AFTER_DEVICES,
    Name,
    after_imports,
    function_after_imports,
    horovod,
    library,
    tensorflow,
)
from farandole.rules.horovod.restrictions.data.unknown import divided_before, made_at_import, not_followed
from farandole.rules.horovod.restrictions.hvd212_order_differs import order_differs, order_shared
from farandole.rules.horovod.restrictions.hvd306_full_batch import one_element
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.source import Document, EditSet, layout

_OF_GENERATORS = "random_state"
"""The parameter of scikit-learn and pandas that takes a generator as well as a seed."""


@dataclass(frozen=True)
class ShardPoint:
    """The expression (or assigned name) at which a dataset is divided, with the paths that it divides.

    `ways` are the expressions that these pass, from the source to the training. What is
    `repeated` without end needs no equal parts: each process takes as many elements as its steps ask for.
    """

    document: Document
    node: ast.expr
    divided: tuple[tuple[Path, int], ...]
    ways: tuple[frozenset[ast.AST], ...]
    confirm: str = ""
    repeated: bool = False

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


def shard_points(flow: DataFlow, read: Pipeline, earlier: Sequence[Change]) -> tuple[ShardPoint, ...] | Refusal:
    """Choose where to divide what a training reads, so that every way from a source to it is divided once.

    So is every way that the changes `earlier` divide for other trainings.
    """
    found_ways = [paths(flow.script, dataset, read.slice) for dataset in read.datasets]
    if not found_ways or not all(found_ways):
        return not_followed(read)
    ways = [path for each in found_ways for path in each]
    single = [_one_element(flow.script, path) for path in ways]
    if single[0] is not None and None not in single:
        return one_element(single[0])
    found = _divided(flow, read, ways, earlier)
    if isinstance(found, Refusal):
        with_seeds = [tuple(stage.seeded() for stage in path) for path in ways]
        again = _divided(flow, read, with_seeds, earlier)
        found = found if isinstance(again, Refusal) else again
    if isinstance(found, Refusal):
        return found
    return tuple(replace(point, repeated=_is_endless(flow, point)) for point in found)


def _is_endless(flow: DataFlow, point: ShardPoint) -> bool:
    """Say whether every training that reads what is divided at a place reads it without an end."""
    if not all(_ends_alike(flow.script, path, path[: index + 1]) for path, index in point.divided):
        return False
    reads = (pipeline(flow.script, feed.document, feed.node) for feed in flow.feeds)
    return all(
        any(_ends_alike(flow.script, path, path[:index]) for index in range(1, len(path) + 1))
        for read in reads
        if point.node in read.slice
        for dataset in read.datasets
        for path in paths(flow.script, dataset, read.slice)
    )


def _ends_alike(script: Script, path: Path, divided: Path) -> bool:
    """Say whether what is divided after some stages of a path has no end, but for a number of elements that all take then."""
    whole = all(stage.kind != "unknown" for stage in path[len(divided) :])
    return is_endless(script, path) or (whole and is_endless(script, divided))


def _one_element(script: Script, path: Path) -> Call | None:
    """Give the call after which a pipeline has a single element, or that one again: nothing makes several of it."""
    if any(each.kind in ("filtering", "unbatch") for each in path):
        return None
    made = path[0].call
    if made is not None and made.attribute == "from_tensors":
        return made
    samples = takewhile(lambda stage: stage.kind != "batch", path)
    taken = (stage.call for stage in samples if stage.kind == "take" and stage.call is not None)
    return next((call for call in taken if script.constants(call.argument("count")) == {1}), None)


def _divided(
    flow: DataFlow, read: Pipeline, ways: list[Path], earlier: Sequence[Change]
) -> tuple[ShardPoint, ...] | Refusal:
    options = []
    for path in ways:
        allowed = _allowed(read, path)
        if isinstance(allowed, Refusal):
            return allowed
        options.append(dict(_places(flow.script, read, path, allowed)))
    through = [
        frozenset[ast.AST](node for node, _ in _places(flow.script, read, path, range(len(path)))) for path in ways
    ]
    if not all(options):
        early = (stage.call for path in ways for stage in path if stage.call is not None)
        at_import = (call for call in early if not starts_initialised(flow.script, call.document, call.node))
        first = next(at_import, None)
        return not_followed(read) if first is None else made_at_import(read, first.document)
    taken = {change.divided: change.confirm for change in earlier if change.ways}
    crossed = False
    foreign: Refusal | None = None
    doubtful: tuple[ShardPoint, ...] = ()
    for points in _choices(ways, options, through):
        places = {point.node for point in points}
        if not _divides_once((*through, *(way for change in earlier for way in change.ways)), places | taken.keys()):
            crossed = True
            continue
        if places <= taken.keys():
            return tuple(replace(point, confirm=taken[point.node]) for point in points)
        uses = [(point, reader) for point in points for reader in flow.readers if _is_read(flow.script, point, reader)]
        if not uses:
            return points
        foreign = foreign or order_shared(read, uses[0][1], (stage for path in ways for stage in path))
        if not doubtful and all(not reader.whole and _same(flow.script.slices, read, reader) for _, reader in uses):
            doubtful = tuple(replace(point, confirm=_sees_part(read, uses[0][1])) for point in points)
    return doubtful or foreign or (divided_before(read) if crossed else not_followed(read))


def _is_read(script: Script, point: ShardPoint, reader: Reader) -> bool:
    """Say whether a reader gets what is divided at a place: it is computed from that, or a list holds it on the way."""
    within = script.slices.of(reader.document, reader.node)
    return point.node in within or point.node in script.filling.made_of(reader.document, [reader.node])


def _divides_once(ways: Iterable[frozenset[ast.AST]], places: AbstractSet[ast.AST | None]) -> bool:
    """Say whether every way is divided at one of some places, and at no other."""
    return all(len(way & places) == 1 for way in ways)


def _choices(
    ways: list[Path], options: list[dict[ast.expr, tuple[Document, int]]], through: Sequence[frozenset[ast.AST]]
) -> Iterator[tuple[ShardPoint, ...]]:
    """Yield sets of places that divide every way once, the best first."""
    for node in options[0]:
        if all(node in places for places in options):
            yield _points(ways, options, through, {node})
    for number in range(max(map(len, options))):
        chosen: set[ast.expr] = set()
        for places in options:
            if chosen.isdisjoint(places):
                chosen.add(list(places)[min(number, len(places) - 1)])
        divided = zip(options, through, strict=True)
        if all(len(chosen & nodes) == 1 and not chosen.isdisjoint(places) for places, nodes in divided):
            yield _points(ways, options, through, chosen)


def _points(
    ways: list[Path],
    options: list[dict[ast.expr, tuple[Document, int]]],
    through: Sequence[frozenset[ast.AST]],
    chosen: set[ast.expr],
) -> tuple[ShardPoint, ...]:
    found: dict[ast.expr, list[tuple[Path, int, frozenset[ast.AST]]]] = {}
    documents = {node: document for places in options for node, (document, _) in places.items()}
    for path, places, way in zip(ways, options, through, strict=True):
        for node in (each for each in places if each in chosen):
            found.setdefault(node, []).append((path, places[node][1], way))
    return tuple(
        ShardPoint(
            documents[node],
            node,
            tuple((path, index) for path, index, _ in divided),
            tuple(way for _, _, way in divided),
        )
        for node, divided in found.items()
    )


def _allowed(read: Pipeline, path: Path) -> tuple[int, ...] | Refusal:
    """Give the stages after which a path may be divided, the best first."""
    known = next((index for index, stage in enumerate(path) if stage.kind == "unknown"), None)
    if known is not None and path[known].call is None:
        return not_followed(read)
    differs = next((index for index, stage in enumerate(path) if not stage.agreed), len(path))
    first = max((index for index in range(1, len(path)) if _needs_whole(path, index)), default=0)
    refusal = order_differs(path, differs, first)
    if refusal is not None:
        return refusal
    blocks = next((index for index, stage in enumerate(path) if index and stage.blocks), len(path))
    early = path[: max(1, min(blocks, differs))]
    best = max(first, *(index for index, stage in enumerate(early) if stage.changes or not index))
    moved = next((index for index, stage in enumerate(path) if stage.kind == "transfer"), len(path))
    return (*range(best, min(differs, moved)), *range(best - 1, first - 1, -1))


def _needs_whole(path: Path, index: int) -> bool:
    """Say whether a stage must see all elements.

    Without them the processes would get unequally many from it, or it would make other samples.
    """
    if path[index].kind == "transfer":  # nothing may follow what brings elements to a device
        return False
    counted = path[index].counted and path[index].kind not in ("unknown", "skip")
    return not counted or makes_samples(path, index)


def _places(
    script: Script, read: Pipeline, path: Path, allowed: Iterable[int]
) -> Iterator[tuple[ast.expr, tuple[Document, int]]]:
    """Yield the expressions that stand for the stages of a path, those that all readers share first."""
    for index in allowed:
        value = path[index].value
        module = value.site.module
        node = value.site.node
        once = module.own and not is_repeated(script, value)
        unpacked = index + 1 < len(path) and path[index + 1].call is None
        if (
            isinstance(node, ast.Call | ast.Name)
            and once
            and not unpacked
            and not is_asked(script, value)
            and starts_initialised(script, module.document, node)
        ):
            yield node, (module.document, index)
        following = path[index + 1].call if index + 1 < len(path) else None
        receiver = following.receiver if following is not None else None
        if following is not None and receiver is not None:
            once = not is_repeated(script, path[index + 1].value)
            if once and value in script.values(receiver) and starts_initialised(script, following.document, receiver):
                yield receiver, (following.document, index)
        if index + 1 == len(path):
            yield from ((node, (document, index)) for document, node in _read_whole(script, read, value))


def _read_whole(script: Script, read: Pipeline, value: Instance) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the expression by which a training reads a dataset: by itself, or in the call that makes its only iterator.

    An iterator has no methods to divide it.
    """
    iterating = [call for call in script.calls_to("builtins.iter") if call.node in read.slice and call.node.args]
    given = [(call.document, call.node.args[0]) for call in iterating if value in script.values(call.node.args[0])]
    if not given and value in script.values(read.node):
        yield read.document, read.node
    elif len(iterating) == 1:
        yield from (place for place in given if starts_initialised(script, *place))


def _same(slices: Slices, read: Pipeline, reader: Reader) -> bool:
    """Say whether a reader reads the very dataset of the training, not one that has only its beginning in common."""
    if reader.again:
        return True
    targets: set[ast.AST] = {read.node}
    if isinstance(read.node, ast.Name | ast.Attribute):
        targets = {binding.target for binding in slices.assignments(read.document, read.node)}
    return bool(targets) and targets <= slices.of(reader.document, reader.node).nodes


def _sees_part(read: Pipeline, reader: Reader) -> str:
    where = reader.document.place_of(reader.node, read.document)
    name = reader.document.quote(reader.node)
    return f"{where} {reader.does} with {name} too; each process then has its own part of it"


def shard_edits(script: Script, point: ShardPoint, graph: bool) -> EditSet:
    """Give the edits that divide a dataset; in a `graph`, to which no operation may be added at one process."""
    document = point.document
    hvd = horovod(script, document)
    early = point.counted and (graph or script.is_for_version_1)
    tf = tensorflow(script, document) if early else Name("", ())
    grouped = _is_grouped(script, point)
    function = share_function(script, document) if grouped else Name("", ())
    conditional = graph and not grouped
    statement = document.statement(point.node)
    assigned = _assigned_name(statement, point.node)
    name = assigned or (_renewed_name(statement, point.node) if conditional or grouped else "")
    if name:
        line = f"{name} = {f'{function.text}({name})' if grouped else _share(point, name, hvd.text, tf.text)}"
        lines = [f"if {hvd.text}.size() > 1:", f"    {line}"] if conditional else [line]
        insert = layout.insert_after if assigned else layout.insert_before
        edits = insert(document, statement, lines)
    else:
        applied = f".apply({function.text})" if grouped else _suffix(point, hvd.text, tf.text, graph)
        edits = layout.wrap(document, point.node, "", applied)
    edits = (*hvd.edits, *tf.edits, *function.edits, *edits)
    found = EditSet.of(document, [replace(edit, once=True) for edit in edits])
    for stage in point.unseeded:
        assert stage.operation is not None
        found |= seed_edits(script, stage.operation, stage.seed)
    return found


def _is_grouped(script: Script, point: ShardPoint) -> bool:
    """Say whether elements are put together in whole groups, so that no process has one more than another.

    Elements of one shape need it on TensorFlow 1 only, whose datasets have no `unbatch` before 1.15.
    """
    unbatched = point.uniform and not script.is_for_version_1
    return not (point.counted or unbatched or point.repeated)


def seed_edits(script: Script, call: Call, parameter: str) -> EditSet:
    """Give the edits that let all processes see one order, seeded, or that of the text; a single one sees as before.

    What is called again and again gets a generator that all processes have, so that each call orders anew.
    """
    if parameter == OPTIONS:
        return EditSet.union(_ordered(script, *place) for place in unordered_options(script))
    hvd = horovod(script, call.document)
    own = Name(str(_number_among_unseeded(script, call, parameter)), ())
    generator = _one_generator(script, call, own) if parameter == _OF_GENERATORS else own
    seed = f"None if {hvd.text}.size() == 1 else {generator.text}"
    given = call.argument(parameter)
    if given is not None and parameter == DETERMINISTIC:
        return _ordered(script, call.document, given)
    if given is None:
        edits = layout.add_argument(call.document, call.node, f"{parameter}={seed}")
    elif parameter in (SHUFFLE_FILES, SLOPPY) and script.constants(given) == {True}:
        edits = layout.replace(call.document, given, f"{hvd.text}.size() == 1")
    elif parameter in (SHUFFLE_FILES, SLOPPY):
        edits = layout.wrap(call.document, given, "", f" and {hvd.text}.size() == 1", ast.And)
    elif isinstance(given, ast.Constant):
        edits = layout.replace(call.document, given, seed)
    else:
        text = call.document.segment(given)
        lacking = f"{generator.text} if {text} is None and {hvd.text}.size() > 1 else {text}"
        edits = layout.replace(call.document, given, lacking)
    return EditSet.of(call.document, [replace(edit, once=True) for edit in (*hvd.edits, *generator.edits, *edits)])


def _number_among_unseeded(script: Script, call: Call, parameter: str) -> int:
    """Give how many calls above in the same function need a seed, too: with one seed they would order in one way."""
    document, end = call.document, call.document.span(call.node).end
    function = script.function(document, call.node)
    above = (
        each
        for each in script.calls
        if each.document is document and document.span(each.node).end < end
        if script.function(document, each.node) is function
    )
    return sum(_seed_of(script, each) == parameter for each in above)


def _seed_of(script: Script, call: Call) -> str:
    """Give the seed that a pipeline's order, or what a function draws for data, lacks; an empty text for other calls."""
    facts = call.entry.facts if call.entry is not None else {}
    if "data" in facts:
        return order_of(script, call)[1]
    return seed_lacking(script, call) if "draws" in facts else ""


def _ordered(script: Script, document: Document, kept: ast.expr) -> EditSet:
    """Give the edits of what says whether parallel stages keep the order: several processes do."""
    hvd = horovod(script, document)
    several = f"{hvd.text}.size() > 1"
    if isinstance(kept, ast.Constant):
        edits = layout.replace(document, kept, several)
    else:
        edits = layout.wrap(document, kept, "", f" or {several}", ast.Or)
    return EditSet.of(document, [replace(edit, once=True) for edit in (*hvd.edits, *edits)])


def _one_generator(script: Script, call: Call, own: Name) -> Name:
    """Give the seed of a call: its `own` number, or the name of a generator if the call may be made more than once.

    A function that draws data may be called for others, too: no samples are drawn twice.
    """
    document = call.document
    draws = call.entry is not None and "draws" in call.entry.facts
    if not all_loops(script, document, call.node) and not (draws and script.function(document, call.node) is not None):
        return own
    numpy = library(script, document, "numpy", "np")
    name = free_name(document, "shared_random")
    line = f"{name} = {numpy.text}.random.RandomState(0)  # one order in all processes"
    return Name(name, (*numpy.edits, *after_imports(script, document, [line], layer=AFTER_DEVICES)))


def _assigned_name(statement: ast.stmt, node: ast.expr) -> str:
    """Give the name that a statement assigns the dataset to, or an empty text."""
    match statement:
        case ast.Assign([ast.Name(name)], value) if value is node:
            return name
        case ast.Assign() if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            return node.id
    return ""


def _renewed_name(statement: ast.stmt, node: ast.expr) -> str:
    """Give the name that a statement assigns what it makes of that name, `data = data.repeat()`, or an empty text."""
    match statement, node:
        case ast.Assign([ast.Name(name)]), ast.Name(read) if name == read:
            return name
    return ""


def _suffix(point: ShardPoint, hvd: str, tf: str, graph: bool) -> str:
    """Give what follows an expression to divide the dataset that it stands for."""
    name = point.document.segment(point.node) if isinstance(point.node, ast.Name) else "data"
    if graph:
        return f".apply(lambda data: {_share(point, 'data', hvd, tf)} if {hvd}.size() > 1 else data)"
    share = _share(point, name, hvd, tf)
    if isinstance(point.node, ast.Name) or not point.counted:
        return share.removeprefix(name)
    return f".apply(lambda data: {share})"


def _share(point: ShardPoint, name: str, hvd: str, tf: str) -> str:
    """Give the part of a dataset that belongs to this process: equally many elements in each, unless that is repeated.

    `tf` is TensorFlow where its datasets have no method for their cardinality, as before 2.3; else empty.
    """
    mine = f".shard({hvd}.size(), {hvd}.rank())"
    if point.counted:
        cardinality = f"{tf}.data.experimental.cardinality({name})" if tf else f"{name}.cardinality()"
        return f"{name}{mine}.take({cardinality} // {hvd}.size())"
    if point.repeated:
        return f"{name}{mine}"
    return f"{name}.batch({hvd}.size(), drop_remainder=True).unbatch(){mine}"


def share_function(script: Script, document: Document) -> Name:
    """Give a file's function that divides a dataset of unknown length and unlike elements, with the edits that add it."""
    hvd, tf = horovod(script, document), tensorflow(script, document)
    name = free_name(document, "equal_share", "equal_share_of_data")
    lines = [
        f"def {name}(data):",
        '    """Give this process its elements of a dataset: as many as each of the others has."""',
        f"    if {hvd.text}.size() > 1:",
        f"        groups = {tf.text}.data.Dataset.zip((data,)).window({hvd.text}.size(), drop_remainder=True)",
        f"        data = groups.flat_map({tf.text}.data.Dataset.zip).shard({hvd.text}.size(), {hvd.text}.rank())",
        "    return data",
    ]
    added = function_after_imports(script, document, lines)
    return Name(name, (*hvd.edits, *tf.edits, *added))
