"""The settings of a training, which all processes must have alike, and the draws by chance that decide them."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

from farandole.analysis.control_dependence import passing_over
from farandole.analysis.filling import Filling
from farandole.analysis.loops import chains, loops_around, ranges
from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Function
from farandole.analysis.program import Call, Program
from farandole.analysis.scopes import FunctionNode
from farandole.analysis.slicing import Slices
from farandole.frameworks.samples import driving, feeds_of
from farandole.frameworks.tensorflow.training import Training
from farandole.source import Document

SHUFFLES = ("numpy.random.shuffle", "random.shuffle")
"""What puts the items of a list into another order, in place."""

_MODULES = ("numpy.random.", "random.")
_SIZES = {"choice": 1, "rand": 0, "randn": 0, "random": 0, "random_sample": 0, "standard_normal": 0}
"""At which position the functions of NumPy take a size; the others have it at the third."""

_NO_DRAWS = ("seed", "shuffle", "get_state", "set_state", "getstate", "setstate", "permutation")

_COMPUTING = ("builtins.", "collections.", "copy.", "itertools.", "math.", "numpy.")
_SELECTING = frozenset({"argwhere", "boolean_mask", "flatnonzero", "nonzero", "where"})
"""The functions that pick items by a condition, or give the places of those."""
_WHOLE = frozenset({"len", "set", "unique"})
"""Functions of all items: what order these have, and which of them chance has made, tells nothing of a setting."""

_ORDERLESS = _WHOLE | {"amax", "amin", "max", "min", "sorted", "sum"}
"""Functions that give the same of all items in whatever order."""

_ORDERING = frozenset({"builtins.max", "builtins.min", "builtins.sorted"})

_MEASURES = frozenset({"dtype", "epoch", "ndim", "shape", "size"})
"""Attributes that tell how much there is of something: samples, or epochs that were trained."""

_MEASURING = (
    "tensorflow.Session.run",
    *(f"tensorflow.keras.Model.{name}" for name in ("evaluate", "fit", "predict", "test_on_batch", "train_on_batch")),
)
"""How the names of calls begin that measure a model by samples, as each process does by itself."""

_KERAS, _OUTPUT = "tensorflow.keras.", ".__call__().numpy"
"""How the names of calls begin, and end, that give what a model computes as an array."""

_OF_ARRAYS = frozenset(
    f"?().{name}" for name in ("argmax", "argsort", "astype", "flatten", "max", "mean", "min", "numpy", "std", "sum")
)
"""What methods of arrays are called whose maker is not known."""

_FUNCTIONS = ("tensorflow.layers.", "tensorflow.contrib.layers.", "tensorflow.contrib.slim.")
"""Where layers are functions: their first argument is what they are applied to."""

_VARIABLES = ("tensorflow.Variable", "tensorflow.get_variable")
_SHAPED = ("tensorflow.ones", "tensorflow.random", "tensorflow.truncated_normal", "tensorflow.zeros")
"""What first values of variables are made by, in the shape that it is given."""

_NO_SETTINGS = ("constraint", "initializer", "inputs", "name", "regularizer", "seed", "weights")
"""How the parameters end by which a layer is given no setting that others must share, or first values."""

_LENGTHS = ("batch_size", "epochs", "initial_epoch", "nb_epoch", "steps_per_epoch")
_OF_OUTPUT = ".__call__()."
"""What is in the names of the methods of what a model or layer gives."""

_INPUTS = ("x", "y", "sample_weight")
_OF_BATCHES = frozenset({"batch", "padded_batch", "repeat", "take"})
"""Methods of datasets that tell how many batches there are."""


class Role(Enum):
    """What a setting is: a value that something is made by, the length of a `fit`, its samples, or a condition."""

    VALUE = auto()
    LENGTH = auto()
    SAMPLES = auto()
    CONDITION = auto()


@dataclass(frozen=True)
class Setting:
    """An expression that all processes must compute alike, and what it decides, as a clause."""

    document: Document
    node: ast.expr
    decides: str
    role: Role = Role.VALUE


@dataclass(frozen=True)
class MeasuredSetting:
    """A setting with the call that has measured what it depends on, and the test by which, if that only chooses it."""

    setting: Setting
    call: Call
    test: ast.expr | None

    @property
    def decided(self) -> ast.expr:
        """The expression by which each process decides: the test, or the setting itself."""
        return self.test or self.setting.node


class Settings:
    """Which settings of the trainings of a program each process would have otherwise, and by which calls."""

    def __init__(self, program: Program, filling: Filling, trainings: Sequence[Training]) -> None:
        self._program = program
        self._filling = filling
        self._trainings = trainings

    @cached_property
    def drawn(self) -> Mapping[Call, Setting]:
        """The calls that draw a setting by chance, or the order of some, each with a setting."""
        found: dict[Call, Setting] = {}
        if any(_is_drawn(call) or not call.names.isdisjoint(SHUFFLES) for call in self._program.calls):
            for setting, seen in self._computed.items():
                if setting.role is Role.SAMPLES:  # HVD106 asks how they are drawn
                    continue
                computed = dict(seen)
                calls = filter(None, map(self._program.call, computed))
                for call in (*filter(_is_drawn, calls), *self._shuffling(setting, computed)):
                    found.setdefault(call, setting)
        return found

    def _shuffling(self, setting: Setting, computed: Collection[ast.AST]) -> Iterator[Call]:
        """Yield the calls that put a list into another order in place, by which a setting is another one."""
        shuffled = []
        for call in self._program.calls_to(*SHUFFLES):
            ordered = next(iter(call.node.args), None)
            if isinstance(ordered, ast.Name | ast.Attribute):
                targets = {each.target for each in self._filling.slices.assignments(call.document, ordered)}
                shuffled += [] if targets.isdisjoint(computed) else [(call, targets)]
        ordering = dict(_computed(self._program, self._filling, setting, _ORDERLESS)) if shuffled else {}
        yield from (call for call, targets in shuffled if not targets.isdisjoint(ordering))

    @cached_property
    def measured(self) -> tuple[MeasuredSetting, ...]:
        """The settings that depend on what each process has measured by a model, or that such a test chooses."""
        found: list[MeasuredSetting] = []
        if any(_is_measuring(call) or _runs_model(self._program, call) for call in self._program.calls):
            for setting, seen in self._computed.items():
                for node, test in seen:
                    call = self._program.call(node)
                    picks = setting.role is Role.SAMPLES and call is not None and _runs_model(self._program, call)
                    if call is not None and (_is_measuring(call) or picks):
                        found.append(MeasuredSetting(setting, call, test))
        return tuple(found)

    @cached_property
    def _computed(self) -> Mapping[Setting, Sequence[tuple[ast.AST, ast.expr | None]]]:
        """What each setting is computed from, where something is trained."""
        if not self._trainings:
            return {}
        settings = (
            *_settings(self._program, self._trainings),
            *_selections(self._program, self._filling, self._trainings),
        )
        return {setting: tuple(_computed(self._program, self._filling, setting)) for setting in settings}


def _computed(
    program: Program, filling: Filling, setting: Setting, whole: frozenset[str] = _WHOLE
) -> Iterator[tuple[ast.AST, ast.expr | None]]:
    """Yield the nodes that a setting is computed from, and those of tests that choose what it is assigned, with these.

    Single values are meant: arrays are samples, or are first values. What is computed from the size of something, by
    functions of the `whole`, or by a library, is not followed.
    """
    program.flow.proceed()
    if not any(isinstance(each, ast.Name | ast.Attribute | ast.Call) for each in ast.walk(setting.node)):
        return
    seen: set[ast.AST] = set()
    filled: set[Hashable] = set()
    starts: deque[tuple[Document, ast.expr, ast.expr | None]] = deque([(setting.document, setting.node, None)])
    while starts:
        document, start, test = starts.popleft()
        if start in seen:
            continue
        before, pending = filling.slices.of(document, start).before, [start]
        while pending:
            node: ast.AST = pending.pop()
            if node in seen or _is_left(program, node, whole):
                continue
            seen.add(node)
            yield node, test
            call = program.call(node)
            if call is not None and (_is_drawn(call) or _is_measuring(call) or _runs_model(program, call)):
                continue
            pending.extend(reversed([each for each in before.get(node, ()) if isinstance(each, ast.expr)]))
            for place, value in _put_into(filling, before, node, filled):
                starts += [(place, value, test), *((place, each, test or each) for each in _tests_around(place, value))]
            for place, key in (*filling.ordered_by(node), *_keys(program, call)):
                starts += [(place, each, test) for each in _compared(program, filling.slices, key)]
            if _is_stored(node) and (home := program.home(node)) is not None:
                starts += [(home, each, test or each) for each in _tests_around(home, node)]


def _put_into(
    filling: Filling, before: Mapping[ast.AST, Collection[ast.AST]], node: ast.AST, filled: set[Hashable]
) -> Iterator[tuple[Document, ast.expr]]:
    """Yield what is put into what a node reads, and what that is stored in; who stores it reads no item of it."""
    if not _is_stored(node):
        for each in (node, *filter(_is_stored, before.get(node, ()))):
            yield from filling.put_into(each, filled, read=node)


def _is_stored(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store)


def _keys(program: Program, call: Call | None) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the key by which a call orders items or chooses among them."""
    key = call.keyword("key") if call is not None and call.names & _ORDERING else None
    if call is not None and key is not None:
        yield call.document, key.value


def _compared(program: Program, slices: Slices, key: ast.expr) -> Iterator[ast.expr]:
    """Yield what a key makes of each item: itself, the body of a lambda, what a function returns."""
    yield key.body if isinstance(key, ast.Lambda) else key
    for value in ordered(program.values(key)):
        if isinstance(value, Function):
            yield from slices.returned(value.site.node)


def _outside_loops(
    program: Program, document: Document, node: ast.AST, seen: frozenset[ast.AST] = frozenset()
) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the tests around a node and around the calls that lead to it, as far as no loop is around these."""
    if any(loops_around(document, node)):
        return
    yield from ((document, test) for test in _tests_around(document, node))
    function = program.function(document, node)
    if function is not None and function not in seen:
        for call in program.callers(function):
            yield from _outside_loops(program, call.document, call.node, seen | {function})


def _tests_around(document: Document, node: ast.AST) -> Iterator[ast.expr]:
    deciding = (each.by for each in passing_over(document, node, document.tree))
    yield from (each.test for each in deciding if isinstance(each, ast.If))


def _is_left(program: Program, node: ast.AST, whole: frozenset[str]) -> bool:
    """Say whether what an expression is computed from decides no setting."""
    if isinstance(node, ast.Lambda) or (isinstance(node, ast.Attribute) and node.attr in _MEASURES):
        return True
    call = program.call(node)
    if call is None or call.functions or _is_drawn(call) or _is_measuring(call) or _runs_model(program, call):
        return False
    computing = (*_COMPUTING, *_MEASURING)  # the latter for the methods of what they give
    return any(
        not (name.startswith(computing) or _OF_OUTPUT in name or name in _OF_ARRAYS) or name.rpartition(".")[2] in whole
        for name in call.names
    )


def _is_measuring(call: Call) -> bool:
    """Say whether a call gives what a model, or a metric, has measured by samples."""
    metrics = (name for name in call.names if name.startswith("tensorflow.keras.metrics."))
    measures = any(
        (name.startswith(_MEASURING) and "(" not in name) or (name.startswith(_KERAS) and name.endswith(_OUTPUT))
        for name in call.names
    )
    return measures or any(each.endswith(".result") for each in metrics)


def _is_drawn(call: Call) -> bool:
    """Say whether a call draws a single value, or some of a list, or gives settings that are drawn."""
    if call.entry is not None and call.entry.facts.get("random") and "seed" in call.entry.facts:
        return True
    module, _, function = next(iter(sorted(call.names)), "").rpartition(".")
    if not f"{module}.".startswith(_MODULES) or function in _NO_DRAWS or function[:1].isupper():
        return False
    if module == "random" or not module.startswith("numpy"):
        return True
    return call.keyword("size") is None and len(call.node.args) <= _SIZES.get(function, 2)


def _settings(program: Program, trainings: Sequence[Training]) -> Iterator[Setting]:
    """Yield what trainings are made by, and what says how long they take."""
    for call in program.calls:
        if any(name.startswith(_FUNCTIONS) for name in call.names):
            yield from _given(call, call.node.args[1:], "a layer is made by it")
            yield from _around(call.document, call.node)
        elif not call.names.isdisjoint(_VARIABLES):
            yield from _shapes(program, call)
        elif call.attribute in _OF_BATCHES and program.instances(call.node.func, "dataset"):
            yield from _given(call, call.node.args, "it says how many batches there are")
    for role, decides in (("layer", "a layer is made by it"), ("optimizer", "an optimizer is made by it")):
        for call in program.creations(role):
            yield from _given(call, call.node.args, decides)
            yield from _around(call.document, call.node)
    for training in trainings:
        for call in training.compiles:
            yield from _given(call, call.node.args, f"{training.label} is compiled by it")
        for step in training.steps:
            yield from _of_step(program, training, step)


def _of_step(program: Program, training: Training, step: Call) -> Iterator[Setting]:
    """Yield what says which model a step trains, whether it is taken, and how long it takes."""
    if step.receiver is not None:
        yield Setting(step.document, step.receiver, "it says which model is trained")
    for document, test in _outside_loops(program, step.document, step.node):
        yield Setting(document, test, f"it says whether {training.label} is trained", Role.CONDITION)
    for name in _LENGTHS if step.attribute.startswith("fit") else ():
        given = step.argument(name)
        if given is not None:
            yield Setting(step.document, given, f"it says how many steps {training.label} takes", Role.LENGTH)


def _selections(program: Program, filling: Filling, trainings: Sequence[Training]) -> Iterator[Setting]:
    """Yield by what the samples that a `fit` is given are picked out of others."""
    measuring = (call for call in program.calls if _is_measuring(call) or _runs_model(program, call))
    if all(call.attribute.startswith("fit") for call in measuring):
        return
    for training in trainings:
        for step in training.steps:
            made = filling.made_of(step.document, list(_given_samples(program, step)))
            for document in program.documents:
                for node in document.nodes(ast.Subscript, ast.ListComp, ast.Call):
                    for picking in _picking(node) if node in made else ():
                        yield Setting(document, picking, f"it says what {training.label} is trained on", Role.SAMPLES)


def _given_samples(program: Program, step: Call) -> Iterator[ast.expr]:
    """Yield what a `fit` is given, or what the loop around another step of a tape runs over, in the same file."""
    if step.attribute.startswith("fit"):
        yield from (each for each in map(step.argument, _INPUTS) if each is not None)
        return
    for chain in chains(program, step.document, step.node):
        place = driving(program, chain)
        for feed in feeds_of(program, place) if place is not None and place.document is step.document else ():
            yield feed.node
            yield from (each for call in ranges(program, feed.node) for each in call.arguments)


def filtered_by_models(program: Program, slices: Slices, trainings: Sequence[Training]) -> Iterator[tuple[Call, Call]]:
    """Yield the calls that filter a dataset of a training by what a model computes, each with the call of the model."""
    filters = [call for call in program.calls if call.attribute == "filter" and not call.functions]
    for training in trainings if filters else ():
        for step in training.steps:
            read = {node for each in _given_samples(program, step) for node in slices.of(step.document, each).nodes}
            for call in (each for each in filters if each.node in read):
                for document, body in _bodies(program, slices, call):
                    computing = map(program.call, slices.of(document, body).nodes)
                    model = next((each for each in computing if each is not None and _runs_model(program, each)), None)
                    if model is not None:
                        yield call, model


def _bodies(program: Program, slices: Slices, call: Call) -> Iterator[tuple[Document, ast.expr]]:
    """Yield what the functions that a call is given return."""
    for each in call.arguments:
        for value in ordered(program.values(each)):
            if isinstance(value, Function) and value.site.module.own:
                yield from ((value.site.module.document, given) for given in slices.returned(value.site.node))


def _runs_model(program: Program, call: Call) -> bool:
    """Say whether a call runs a model, or a layer of it; one that is made where it is called has not been trained."""
    called = call.node.func
    made_here = isinstance(called, ast.Call)
    return not made_here and not call.functions and any(program.instances(called, role) for role in ("layer", "model"))


def _picking(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions by which a subscript, a comprehension, or a search for places picks items."""
    match node:
        case ast.Call(ast.Name(name) | ast.Attribute(attr=name), given) if name in _SELECTING:
            yield from given if len(given) == 1 else given[1:2] if ast.unparse(node.func).endswith("mask") else ()
        case ast.Subscript(slice=ast.expr() as index) if not isinstance(index, ast.Slice | ast.Constant):
            yield index
        case ast.ListComp(generators=generators):
            yield from (test for generator in generators for test in generator.ifs)


def _given(call: Call, positional: list[ast.expr], decides: str) -> Iterator[Setting]:
    hidden = [each.value for each in call.node.keywords if each.arg is None and call.unpacked is None]
    keywords = [*(each for name, each in call.named.items() if not name.endswith(_NO_SETTINGS)), *hidden]
    yield from (Setting(call.document, node, decides) for node in (*positional, *keywords))


def _shapes(program: Program, call: Call) -> Iterator[Setting]:
    """Yield the shapes of a variable: its own, or those in which its first value is made."""
    if "tensorflow.get_variable" in call.names:
        yield from _given(call, call.node.args[1:2], "a variable is made by it")
    for node in ast.walk(call.node):
        made = program.call(node)
        if made is not None and any(name.startswith(_SHAPED) for name in made.names):
            yield from _given(made, made.node.args, "a variable is made by it")


def _around(document: Document, node: ast.AST) -> Iterator[Setting]:
    """Yield by what it is decided, in its function, whether a layer is made, and how many of them."""
    deciding = (each.by for each in passing_over(document, node, document.tree))
    for each in (each for each in deciding if not isinstance(each, ast.IfExp)):
        yield Setting(document, each.test, "it says whether a layer is made", Role.CONDITION)
    for outer in document.ancestors(node):
        if isinstance(outer, FunctionNode):
            return
        if isinstance(outer, ast.For):
            yield Setting(document, outer.iter, "it says which layers are made")
