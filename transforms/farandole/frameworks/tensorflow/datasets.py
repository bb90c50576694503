"""The stages of a `tf.data` pipeline: what each does to the number and the order of the elements."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from farandole.analysis.answers import answered_once
from farandole.analysis.defaults import may_be_none
from farandole.analysis.loops import yields_for_ever
from farandole.analysis.points_to.lattice import NOTHING, Values, ordered
from farandole.analysis.points_to.relations import Field, Result
from farandole.analysis.points_to.values import (
    Bound,
    Class,
    Constant,
    Container,
    Function,
    Instance,
    Library,
    Unknown,
    Value,
)
from farandole.analysis.program import Call
from farandole.analysis.slicing import Slice
from farandole.frameworks.script import Script
from farandole.source import Document

DATASET = "dataset"
SHUFFLE_FILES, SLOPPY = "shuffle_files", "sloppy"
"""The arguments by which files are read in another order each time: they take no seed beside them."""

DETERMINISTIC = "deterministic"
"""The argument that says whether a parallel stage keeps the order of its elements."""

OPTIONS = "options"
"""What says so for all stages that do not: the options of datasets that a script assigns to."""

_TOLD = ("class_names", "file_paths")
"""What functions that read folders tell of their datasets, by attributes of these objects that no stage hands on."""

MOST_PATHS = 64
"""A pipeline with more ways through it than this is not divided."""

_UNIFORM_SOURCES = frozenset({"from_tensor_slices", "from_tensors", "range", "from_list"})
_SHAPE_KEEPING = frozenset({"shuffle", "take", "skip", "repeat", "shard"})
_SHAPE_KEEPING_METHODS = frozenset(
    {"filter", "cache", "prefetch", "with_options", "options", "take_while", "ignore_errors", "unique", "snapshot"}
)
_ORDER_OPTIONS = (DETERMINISTIC, "experimental_deterministic")
_PARALLEL = ("num_parallel_calls", "num_parallel_reads")


@dataclass(frozen=True)
class Stage:
    """One dataset of a pipeline, and the call that makes it (None for an item of what a call gave).

    `operation` is the call that says what is done: the same one, or that of what `apply` is given. `kind` is the
    catalogue's word for what it does to a dataset. `agreed` says that all processes see the same
    elements in the same order; `seed` is the argument that would make them do so, where one would; `counted` that their
    number can be computed; `changes` that there may be more or fewer of them than before; `uniform` that they have one
    shape if those before have.
    """

    value: Instance
    call: Call | None
    operation: Call | None
    kind: str
    agreed: bool
    seed: str
    counted: bool
    changes: bool
    uniform: bool

    def seeded(self) -> Stage:
        """Give the stage with a seed, where one is all that it takes for all processes to see one order."""
        return replace(self, agreed=True) if self.seed else self

    @property
    def takes_seed(self) -> bool:
        """Whether its order is drawn by a seed that it is not given: by the one of its graph, where that has one."""
        return self.seed not in ("", SHUFFLE_FILES, SLOPPY, DETERMINISTIC, OPTIONS)

    @property
    def blocks(self) -> bool:
        """Whether data are better divided before this stage than after it."""
        return self.kind in ("batch", "repeat")

    @property
    def title(self) -> str:
        """How a message calls the stage."""
        return f"`{self.call.attribute}`" if self.call is not None else "the dataset"


Path = tuple[Stage, ...]


def is_asked(script: Script, dataset: Instance) -> bool:
    """Say whether a script may read of a dataset what its source has told of it, as the names of the classes."""
    for document in script.documents:
        for node in document.attributes(*_TOLD):
            if isinstance(node.ctx, ast.Load):
                owners = script.values(node.value)
                if not owners or dataset in owners:
                    return True
    return False


def makes_samples(path: Path, index: int) -> bool:
    """Say whether a stage of a path makes a sample of several elements, as of the time steps of a window.

    It batches what is batched once more, or hands a state on from one element to the next.
    """
    if path[index].kind == "batch":
        return next((stage.kind for stage in path[index + 1 :] if stage.kind in ("batch", "unbatch")), "") == "batch"
    return path[index].kind == "scan"


def paths(script: Script, dataset: Instance, within: Slice) -> tuple[Path, ...]:
    """Give the ways from the sources of a dataset to it, through a slice; empty when there are too many."""
    found: list[Path] = []
    for path in _paths(script, dataset, within, frozenset()):
        found.append(path)
        if len(found) > MOST_PATHS:
            return ()
    return tuple(found)


def _paths(script: Script, dataset: Instance, within: Slice, seen: frozenset[Instance]) -> Iterator[Path]:
    seen = seen | {dataset}
    parents = _parents_within(script, dataset, within)
    stage = stage_of(script, dataset, bool(parents))
    ahead = [each for each in parents if each not in seen]
    if not ahead:
        yield (stage,)
    for parent in sorted(ahead, key=_position):
        for path in _paths(script, parent, within, seen):
            yield (*path, stage)


def _position(dataset: Instance) -> tuple[int, int]:
    node = dataset.site.node
    return getattr(node, "lineno", 0), getattr(node, "end_col_offset", 0)


def _parents_within(script: Script, dataset: Instance, within: Slice) -> frozenset[Instance]:
    """Give the datasets of a slice that a dataset is made from; all of them, where the slice does not lead to one."""
    parents = {each.site.node: each for each in _parents(script, dataset)}
    starts = within.before.get(dataset.site.node, ())
    found = ordered(parents[node] for node in within.nearest(starts, parents.__contains__) if node in parents)
    return found or ordered(parents.values())


def _parents(script: Script, dataset: Instance) -> frozenset[Instance]:
    """Give the datasets that a dataset is made from."""
    call = script.creation(dataset)
    if call is None:
        values = Values(_unpacked(script, dataset))
    else:
        values = script.values(call.receiver) if call.receiver is not None else NOTHING
        for argument in call.arguments:
            values |= script.values(argument)
    return ordered(each for each in _flat(script, values) if isinstance(each, Instance) and is_dataset(script, each))


def _unpacked(script: Script, item: Instance) -> Iterator[Value]:
    """Yield what was unpacked, through all depths, to give an item."""
    for value in script.flow.inputs(item):
        if isinstance(value, Instance) and script.creation(value) is None and value != item:
            yield from _unpacked(script, value)
        else:
            yield value


def is_endless(script: Script, path: Path) -> bool:
    """Say whether a dataset has no end after some stages: one gives it without an end, none after it takes a part."""
    endless = bool(path) and _is_made_endless(script, path[0])
    for stage in path:
        if stage.operation is not None and _goes_on(script, stage.operation):
            endless = True
        elif stage.kind in ("take", "unknown"):
            endless = False
    return endless


def _is_made_endless(script: Script, stage: Stage) -> bool:
    """Say whether a dataset takes its elements from functions that yield without an end."""
    values = generating(script, stage.call) if stage.call is not None else []
    return bool(values) and all(isinstance(each, Function) and yields_for_ever(each) for each in values)


def generator_of(call: Call) -> ast.expr | None:
    """Give the generator that a dataset takes its elements from; None for what makes datasets otherwise."""
    return call.argument("generator") if "tensorflow.data.Dataset.from_generator" in call.names else None


def generating(script: Script, call: Call) -> list[Value]:
    """Give what a dataset calls for its elements: functions, methods among them, or what is no function."""
    return [run for each in ordered(script.values(generator_of(call))) for run in _run_for(script, each)]


def _run_for(script: Script, value: Value) -> tuple[Value, ...]:
    """Give what runs where a value is called: the `__call__` of an object of the project, or the value itself."""
    if isinstance(value, Bound):
        return (value.member,)
    owners = script.flow.mro(value.of) if isinstance(value, Instance) and isinstance(value.of, Class) else ()
    found = (script.flow.ask(Field(each.site.node, "__call__")) for each in owners if isinstance(each, Class))
    return next((tuple(ordered(each)) for each in found if each), (value,))


def _goes_on(script: Script, call: Call) -> bool:
    """Say whether what a call gives has no end: it is not told how often to give it."""
    if call.entry is None or not call.entry.facts.get("endless"):
        return False
    times = call.argument(str(call.entry.facts.get("count", "count")))
    return times is None or _is_endless_number(script, times)


def _is_endless_number(script: Script, times: ast.expr) -> bool:
    told = script.constants(times)
    return bool(told) and told <= {None, -1} and len(told) == len(script.values(times))


def repetitions(script: Script, stage: Stage) -> ast.expr | None:
    """Give the number of times that a stage repeats a dataset; None where it repeats none, or one without an end."""
    call = stage.operation
    if stage.kind != "repeat" or call is None or call.entry is None or not call.entry.facts.get("endless"):
        return None
    times = call.argument(str(call.entry.facts.get("count", "count")))
    return None if times is None or _is_endless_number(script, times) else times


def is_repeated(script: Script, dataset: Instance) -> bool:
    """Say whether a dataset is made from itself, in a loop."""
    seen: set[Instance] = set()
    pending = list(_parents(script, dataset))
    while pending:
        each = pending.pop()
        if each not in seen:
            seen.add(each)
            pending.extend(_parents(script, each))
    return dataset in seen


def _flat(script: Script, values: frozenset[Value], depth: int = 3) -> Iterator[Value]:
    for value in values:
        yield value
        if isinstance(value, Container) and depth:
            yield from _flat(script, script.elements(value), depth - 1)


def is_dataset(script: Script, value: Value) -> bool:
    """Say whether a value is a `tf.data.Dataset`."""
    return isinstance(value, Instance) and script.role_of(value) == DATASET


def stage_of(script: Script, dataset: Instance, has_parents: bool) -> Stage:
    """Describe the last stage of a dataset."""
    call = script.creation(dataset)
    if call is None or call.entry is None:
        known = has_parents and call is None
        return Stage(dataset, call, None, "elementwise" if known else "unknown", known, "", known, False, not known)
    made = _transformation(script, call) if "transformation" in call.entry.facts else call
    if made is None or made.entry is None:
        return Stage(dataset, call, None, "unknown", False, "", False, True, False)
    kind = str(made.entry.facts.get("data", "unknown"))
    counted = made.entry.facts.get("cardinality") in ("kept", "known") or _goes_on(script, made)
    if kind == "source" and has_parents:
        counted = False
    changes = kind in ("source", "filtering", "unbatch", "take", "skip", "combine", "unknown") or not counted
    agreed, seed = order_of(script, made)
    return Stage(dataset, call, made, kind, agreed, seed, counted, changes, _uniform(script, call, kind))


def _transformation(script: Script, call: Call) -> Call | None:
    """Give the call that makes what `apply` applies, where that is a library's transformation."""
    assert call.entry is not None
    values = script.values(call.argument(str(call.entry.facts["transformation"])))
    made = [script.creation(value) if isinstance(value, Instance) else None for value in values]
    return made[0] if len(made) == 1 else None


def order_of(script: Script, call: Call) -> tuple[bool, str]:
    """Say whether all processes see the elements that a call of `tf.data` gives in one order, if they do before it.

    Where they do not, but a seed would help, the argument for it comes with the answer.
    """
    entry, known = call.entry, starts_initialised(script, call.document, call.node)
    assert entry is not None
    unordered = _parallel_order(script, call)
    if unordered:
        places = unordered_options(script) if unordered == OPTIONS else ()
        return False, unordered if known and all(starts_initialised(script, *place) for place in places) else ""
    for flag in (SHUFFLE_FILES, SLOPPY):
        chosen = call.argument(flag)
        if chosen is not None and script.constants(chosen) != {False}:
            return False, flag if known else ""
    shuffle = script.constants(call.argument("shuffle"))
    kind = entry.facts.get("data")
    chooses = kind in ("filtering", "combine") and "seed" in entry.facts
    if shuffle == {False} or not (kind == "shuffle" or chooses or entry.facts.get("shuffles") or True in shuffle):
        return True, ""
    if "seed" not in entry.facts or call.hides_arguments:
        return False, ""
    parameter = str(entry.facts["seed"])
    seed = call.argument(parameter)
    seeded = seed is not None and not may_be_none(script, call.document, seed)
    return seeded, parameter if not seeded and known else ""


def starts_initialised(script: Script, document: Document, node: ast.AST) -> bool:
    """Say whether code runs after the script has initialised Horovod, not while the script imports its modules."""
    return document is script.entry or script.function(document, node) is not None


def _parallel_order(script: Script, call: Call) -> str:
    """Give what lets a stage give its elements in any order: its own argument, or options; empty where nothing does."""
    kept = call.argument(DETERMINISTIC)
    if kept is not None and script.constants(kept) != {None}:
        return "" if script.must_be(kept, Constant(True).__eq__) else DETERMINISTIC
    is_parallel = any(call.argument(name) is not None for name in _PARALLEL)
    return OPTIONS if is_parallel and unordered_options(script) else ""


@answered_once
def unordered_options(script: Script) -> tuple[tuple[Document, ast.expr], ...]:
    """Give what a script assigns to options of datasets that may let parallel stages give elements in any order."""
    return tuple(
        (document, value)
        for document in script.documents
        for node in document.nodes(ast.Assign)
        for target, value in [(node.targets[0], node.value)]
        if isinstance(target, ast.Attribute)
        and target.attr in _ORDER_OPTIONS
        and _may_be_options(script, target.value)
        and not script.must_be(value, Constant(True).__eq__)
    )


def _may_be_options(script: Script, node: ast.expr) -> bool:
    """Say whether an expression stands for options of datasets, or for nothing that is known."""
    known = [each for each in script.values(node) if not isinstance(each, Unknown)]
    names = {each.of.name if isinstance(each.of, Library) else "" for each in known if isinstance(each, Instance)}
    return not known or any(name.startswith("tensorflow.data.Options") for name in names)


def _uniform(script: Script, call: Call, kind: str) -> bool:
    """Say whether the elements of a stage have one shape if those before it have."""
    entry = call.entry
    assert entry is not None
    if kind == "source":
        return entry.facts.get("elements") == "string" or call.attribute in _UNIFORM_SOURCES
    if call.attribute == "interleave":
        return _gives_strings(script, call.argument("map_func"))
    return kind in _SHAPE_KEEPING or call.attribute in _SHAPE_KEEPING_METHODS


def _gives_strings(script: Script, function: ast.expr | None) -> bool:
    """Say whether a function, or class, gives a dataset of scalar strings."""
    return script.must_be(function, lambda value: _is_of_strings(script, value))


def _is_of_strings(script: Script, value: Value) -> bool:
    match value:
        case Library(name):
            entry = script.catalog.entry(name)
            return entry is not None and entry.facts.get("elements") == "string"
        case Function(site):
            results = script.flow.ask(Result(site.node))
            return bool(results) and all(_is_of_strings(script, each) for each in results)
        case Instance():
            made = script.creation(value)
            return made is not None and made.entry is not None and made.entry.facts.get("elements") == "string"
    return False
