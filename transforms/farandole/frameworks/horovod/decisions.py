"""The conditions that decide whether a process does what all must do together, and whether they may differ."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from farandole.analysis.answers import answered_once
from farandole.analysis.call_order import calls_below, run_by
from farandole.analysis.control_dependence import above, passing_over
from farandole.analysis.def_use import STATEMENTS, Assignment
from farandole.analysis.filling import filled
from farandole.analysis.locations import Location, definitions, location
from farandole.analysis.loops import LoopAt, chains, exits, is_next_number, outermost_loop, range_counts
from farandole.analysis.nodes import Loop, ends_program, given_alone
from farandole.analysis.points_to.functions import is_property
from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Class, Container, Instance
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode, parameters
from farandole.analysis.slicing import argument_for, passed_for
from farandole.frameworks.horovod.rate_changes import rate_variables
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.fetches import fetched, fetched_at
from farandole.frameworks.tensorflow.session_runs import fetches_of
from farandole.frameworks.tensorflow.step_counters import step_counters, supervised_steps
from farandole.source import Document
from farandole.source.binding import names_in

_SAME = ("builtins.", "math.", "numpy.", "os.environ", "os.getenv", "tensorflow.")
_NOT_SAME = (
    "builtins.next",
    "builtins.input",
    "numpy.random.",
    *(f"tensorflow.{module}." for module in ("random", "keras", "data", "io", "train", "estimator", "summary")),
)
_OPTIONS = "argparse."
"""What reads the options, which are one command line's for all processes."""

_SIZES = ("builtins.len", "numpy.shape", "tensorflow.shape", "tensorflow.size")
"""Functions that tell how large samples are: all processes have batches of one size."""

_SHAPES = frozenset({"ndim", "shape", "size"})
"""Attributes of an array that tell how large it is."""

_MEASURING = (
    "numpy.random.",
    "random.",
    "time.",
    *(f"tensorflow.{name}" for name in ("Session.run", "keras.losses.", "keras.metrics.", "losses.", "random.")),
    *(f"tensorflow.keras.Model.{name}" for name in ("evaluate", "fit", "predict", "test_on_batch", "train_on_batch")),
)
"""What measures samples, or draws, in each process by itself."""

_FUNCTION = "tensorflow.keras.backend.function"
"""What makes a function of a model's outputs."""

_MODELS = ("model", "layer")
"""The roles of what computes by state that each process has seen its own samples for, as normalisation does."""

_OUTPUTS = ("evaluate", "predict", "test_on_batch")
"""How the methods of a model begin that give what it computes."""

_UNAVERAGED = frozenset({"on_batch_end", "on_train_batch_end", "on_test_batch_end", "on_test_end"})
"""The methods of callbacks that are handed metrics of their own process, whatever averages those of an epoch."""

_DRAWS = ("numpy.random.", "random.", "tensorflow.random.")
_VALUES = frozenset({"endswith", "numpy", "item", "items", "keys", "should_stop", "startswith", "values"})
"""Methods that give the value or items of what they are called on, or ask a text, and that of sessions: it ends all."""
_ASSIGNING = (*STATEMENTS, ast.NamedExpr)
_STEP = "global_step"
_DEEPEST = 8
_NEAREST = 3
"""How many calls, the nearest ones, tell one way into a function from another."""


@dataclass(frozen=True)
class Condition:
    """A condition on the way to a training step, or to a change of the rate.

    It is the test of a `while`, or of an `if` or conditional expression around that or a way out.

    Where it `chooses`, it is no test: a call enters one function or another by it, as `steps[name](batch)` does.
    `deciding` is the first call in what it depends on that may give each process something else, or the metrics that
    Keras hands to a callback. `holder` is the loop or function in which it stands. Where it stands `behind` the step,
    the loop runs over a generator that takes it.
    """

    document: Document
    holder: ast.AST
    test: ast.expr
    deciding: ast.expr
    behind: bool = False

    @property
    def chooses(self) -> bool:
        """Whether a call enters one of several functions by it."""
        return _is_called(self.document, self.test)


def deciding_conditions(script: Script, document: Document, node: ast.AST) -> Iterator[Condition]:
    """Yield the conditions by which one process may come to a node, or leave its loop, alone; the outermost first.

    All processes agree on a condition that was yielded, so that what depends on it alone is not yielded as well.
    """
    for way in _ways(script, document, node, frozenset()):
        agreed: set[ast.expr] = set()
        loops = False
        for place, holder, test, entered in way:
            loops = (
                loops or isinstance(holder, Loop) or any(outermost_loop(call.document, call.node) for call in entered)
            )
            outermost = _outermost(script, place, holder, entered)
            body = _Body(script, place, outermost, _Question(outermost, frozenset(agreed)), entered)
            deciding = body.deciding(test) if loops else None
            if deciding is not None and test not in agreed:
                agreed.add(test)
                yield Condition(place, holder, test, deciding)
    yield from _ending(script, document, node)
    yield from _behind(script, document, node)


def _ending(script: Script, document: Document, node: ast.AST) -> Iterator[Condition]:
    """Yield the conditions by which functions that the loops around a node run end the program."""
    endings = _endings(script)
    if not endings:
        return
    ways = (
        ((document, node), *((call.document, call.node) for call in way)) for way in entries(script, document, node)
    )
    loops = dict.fromkeys(outermost_loop(*place) for way in ways for place in way)
    functions = dict.fromkeys(body for loop in loops if loop is not None for body in run_by(script, loop))
    for function in (each for each in functions if isinstance(each, FunctionNode)):
        own = script.flow.scopes[function].module.document
        for home, statement in endings:
            if home is not own or not home.contains(function, statement):
                continue
            for entered in entries(script, home, statement):
                body = _Body(script, home, function, _Question(function), entered)
                for place, holder, test in _own_tests(home, statement):
                    if (deciding := body.deciding(test)) is not None:
                        yield Condition(place, holder, test, deciding)


@answered_once
def _endings(script: Script) -> tuple[tuple[Document, ast.stmt], ...]:
    """Give the statements of functions that end the program, each with its file."""
    return tuple(
        (document, each)
        for document in script.documents
        for each in document.nodes(ast.Expr, ast.Raise)
        if isinstance(each, ast.stmt) and ends_program(each) and script.function(document, each) is not None
    )


@answered_once
def _averaged(script: Script) -> frozenset[ast.AST]:
    """Give the calls that give gradients, which all processes average."""
    return frozenset(gradient.node for training in script.trainings for gradient in training.gradients)


def _behind(script: Script, document: Document, node: ast.AST) -> Iterator[Condition]:
    """Yield the conditions by which loops are left that run over generators in which a node stands."""
    for entered in entries(script, document, node):
        inner = script.function(document, node)
        for call in entered:
            for loop in _loops_over(call) if inner in script.flow.generators else ():
                for test in dict.fromkeys(_exit_tests(call.document, loop)):
                    yield Condition(call.document, loop, test, call.node, behind=True)
            inner = script.function(call.document, call.node)


def _loops_over(call: Call) -> Iterator[ast.For]:
    """Yield the loops that run over what a call gives, itself or by a name."""
    match call.document.statement(call.node):
        case ast.Assign([ast.Name(name)]):
            pass
        case _:
            name = ""
    for loop in call.document.within(call.document.scope(call.node), ast.For):
        if isinstance(loop, ast.For) and (call.node in ast.walk(loop.iter) or name in names_in(loop.iter)):
            yield loop


def measured_conditions(script: Script, document: Document, node: ast.AST) -> Iterator[Condition]:
    """Yield the conditions by which a process comes to a node of a callback for what it has measured itself.

    The outermost comes first. A callback is called again and again: what one of its methods keeps, another reads.
    """
    for way in _ways(script, document, node, frozenset()):
        agreed: set[ast.expr] = set()
        for place, holder, test, entered in way:
            body = _CallbackMeasurements(script, place, holder, _Question(holder, frozenset(agreed)), entered)
            deciding = body.deciding(test)
            if deciding is not None and test not in agreed:
                agreed.add(test)
                yield Condition(place, holder, test, deciding)


def measured_choices(script: Script, document: Document, node: ast.AST) -> Iterator[Condition]:
    """Yield the conditions by which a process comes to a node of a `train_step` for what it has measured in that.

    Keras takes its turns: no loop is seen around it.
    """
    for way in _ways(script, document, node, frozenset()):
        for place, holder, test, entered in way:
            deciding = _Measurements(script, place, holder, _Question(holder), entered).deciding(test)
            if deciding is not None:
                yield Condition(place, holder, test, deciding)


def measured_value(script: Script, document: Document, node: ast.expr) -> Condition | None:
    """Give what a callback computes, as a condition, where a process has measured that itself."""
    scope = document.scope(node)
    deciding = _CallbackMeasurements(script, document, scope, _Question(scope)).deciding(node)
    return Condition(document, scope, node, deciding) if deciding is not None else None


def deciding_call(script: Script, place: LoopAt, test: ast.expr) -> ast.expr | None:
    """Give the first call that a test in a loop depends on and that may give each process something else."""
    return _Body(script, place.document, place.node, _Question(place.node)).deciding(test)


def is_agreed(script: Script, place: LoopAt, test: ast.expr) -> bool:
    """Say whether a test in a loop asks all processes together: it has a collective operation."""
    body = _Body(script, place.document, place.node, _Question(place.node))
    return any(isinstance(each, ast.Call) and body.is_collective(each) for each in ast.walk(test))


def measuring_call(script: Script, document: Document, node: ast.expr, agreed: Set[ast.expr]) -> ast.expr | None:
    """Give the first call on the way to a number that a loop computes that measures what a process alone has seen.

    On the tests that are `agreed` upon, all processes decide alike.
    """
    loop = outermost_loop(document, node)
    holder = loop or document.scope(node)
    for entered in entries(script, document, node):
        if loop is not None or any(outermost_loop(call.document, call.node) for call in entered):
            body = _Measurements(script, document, holder, _Question(holder, frozenset(agreed)), entered)
            if (found := body.deciding(node)) is not None:
                return found
    return None


def choosing_calls(script: Script, document: Document, node: ast.expr, idle: Set[Call]) -> tuple[ast.Call, ...]:
    """Give the calls that what chooses a step depends on and that may give each process something else.

    By the calls of its function that are `idle` no step is taken.
    """
    holder = outermost_loop(document, node) or document.scope(node)
    found: dict[ast.Call, None] = {}
    for entered in entries(script, document, node):
        while idle.isdisjoint(entered):
            question = _Question(holder, alike=frozenset(found))
            deciding = _Body(script, document, holder, question, entered).deciding(node)
            if not isinstance(deciding, ast.Call):
                break
            found[deciding] = None
    return tuple(found)


@answered_once
def is_measured(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether a value is computed from what a process alone has seen: its samples, its model's outputs, chance."""
    holder = outermost_loop(document, node) or document.scope(node)
    ways, question = entries(script, document, node), _Question(holder)
    bodies = (_Measurements(script, document, holder, question, calls) for calls in ways)
    return any(body.deciding(node) is not None for body in bodies)


def asks_for_known_kind(script: Script, node: ast.Call) -> bool:
    """Say whether a call asks for the class of what is known to be of one: the answer is the same everywhere."""
    match node:
        case ast.Call(ast.Name("isinstance"), [asked, _]):
            kinds = {each.of if isinstance(each, Instance) else None for each in script.values(asked)}
            return len(kinds) == 1 and None not in kinds
    return False


@dataclass(frozen=True)
class DrawnCount:
    """A number of steps that each process draws by chance, or measures, and the call that does so, with its file."""

    document: Document
    count: ast.expr
    drawn_in: Document
    draw: ast.expr


def drawn_counts(script: Script, step: Call) -> Iterator[DrawnCount]:
    """Yield the counts of the loops around a training step that are drawn by chance."""
    for chain in chains(script, step.document, step.node):
        for place in chain:
            for count in range_counts(script, place):
                draw = _draw(script, count.document, count.node, frozenset())
                if draw is not None:
                    yield DrawnCount(count.document, count.node, script.home(draw) or count.document, draw)


def measured_counts(script: Script, step: Call) -> Iterator[DrawnCount]:
    """Yield the counts of loops around a training step that another one around them computes from what is measured.

    What a session fetches of variables alone is the same in all processes.
    """
    for chain in chains(script, step.document, step.node):
        for place, around in pairwise(chain):
            for count in range_counts(script, place):
                body = _CountMeasurements(script, around.document, around.node, _Question(around.node))
                given = _told_in(script, around, count.document, count.node)
                measuring = next(filter(None, map(body.deciding, given)), None)
                if measuring is not None and not _fetches_variables(script, measuring):
                    home = script.home(measuring) or count.document
                    yield DrawnCount(count.document, count.node, home, measuring)


def _told_in(
    script: Script, around: LoopAt, document: Document, node: ast.expr, seen: frozenset[ast.AST] = frozenset()
) -> Iterator[ast.expr]:
    """Yield the expressions in a loop that a number is told by: itself, or what calls there pass for it."""
    if document is around.document and around.document.contains(around.node, node):
        yield node
    match node:
        case ast.Call(ast.Name("int" | "round"), [inner], []):
            yield from _told_in(script, around, document, inner, seen)
    function = script.function(document, node)
    if function is None or function in seen or not isinstance(node, ast.Name):
        return
    for given in passed_for(script, function, node.id):
        if given is not None and given[1] is not node:
            yield from _told_in(script, around, *given, seen | {function})


def _fetches_variables(script: Script, node: ast.expr) -> bool:
    values = script.values(fetches_of(node) if isinstance(node, ast.Call) else None)
    return bool(values) and all(script.role_of(each) == "variable" for each in values)


def _draw(script: Script, document: Document, node: ast.AST, seen: frozenset[str]) -> ast.Call | None:
    """Give the call that draws a number by chance, or that from which it is computed in the same function."""
    match node:
        case ast.Call(ast.Name("len")) | ast.Attribute(attr="shape" | "size"):
            return None
        case ast.Call() if _is_named(script, node, *_DRAWS):
            return node
        case ast.Call() if not _is_named(script, node, "builtins.", "math.", "numpy."):
            return None
        case ast.Name(name) if name not in seen:
            definitions = script.def_use.names.get((script.scope(document, node), name), ())
            assignments = (each for each in definitions if isinstance(each, Assignment))
            parts: list[ast.AST] = [each.value for each in assignments if isinstance(each.by, _ASSIGNING)]
            seen |= {name}
        case _:
            parts = list(ast.iter_child_nodes(node))
    return next((draw for part in parts if (draw := _draw(script, document, part, seen)) is not None), None)


def _is_named(script: Script, node: ast.Call, *beginnings: str) -> bool:
    call = script.call(node)
    return call is not None and any(name.startswith(beginnings) for name in call.names)


_Test = tuple[Document, ast.AST, ast.expr, tuple[Call, ...]]
"""A test, the loop or function in which it stands, and the calls by which that is entered, the nearest first."""


def _ways(script: Script, document: Document, node: ast.AST, seen: frozenset[ast.AST]) -> Iterator[list[_Test]]:
    """Yield the tests on each way to a node, through the callers of its function, the outermost first."""
    for entered in entries(script, document, node, seen):
        callers = [(call.document, call.node, entered[at + 1 :]) for at, call in enumerate(entered)][::-1]
        places: tuple[tuple[Document, ast.AST, tuple[Call, ...]], ...] = (*callers, (document, node, entered))
        yield [
            (*each, calls)
            for place, inner, calls in places
            for each in (*_own_tests(place, inner), *_choices(script, place, inner))
        ]


def entries(
    script: Script, document: Document, node: ast.AST, seen: frozenset[ast.AST] = frozenset()
) -> Iterator[tuple[Call, ...]]:
    """Yield the calls by which the function of a node is entered on each way to it, the nearest first."""
    function = script.function(document, node)
    callers = script.callers(function) if function is not None and function not in seen else ()
    if function is None or not callers or len(seen) > _DEEPEST:
        yield ()
        return
    for call in callers:
        for outer in entries(script, call.document, call.node, seen | {function}):
            yield (call, *outer)


def _outermost(script: Script, document: Document, holder: ast.AST, entered: Sequence[Call]) -> ast.AST:
    """Give what is run again and again around a loop, or that itself: inner loops read what it sets.

    That is the outermost loop in its function, or the function where a loop enters it.
    """
    if not isinstance(holder, Loop):
        return holder
    function = script.function(document, holder)
    if function is not None and any(outermost_loop(call.document, call.node) for call in entered):
        return function
    return outermost_loop(document, holder) or holder


def _own_tests(document: Document, node: ast.AST) -> Iterator[tuple[Document, ast.AST, ast.expr]]:
    """Yield the tests around a node in its function, and those by which the loops around it are left."""
    around: list[ast.AST] = [node]
    for outer in document.ancestors(node):
        around.insert(0, outer)
        if isinstance(outer, FunctionNode):
            break
    holder = around[0]
    for outer, inner in pairwise(around):
        if isinstance(outer, Loop) and any(inner is member for member in outer.body):
            holder = outer
            tests = [outer.test] if isinstance(outer, ast.While) else []
            for test in dict.fromkeys((*tests, *_exit_tests(document, outer))):
                yield document, holder, test
        elif isinstance(outer, ast.If | ast.IfExp) and inner is not outer.test:
            yield document, holder, outer.test
        for control in above(document, inner)[::-1] if isinstance(inner, ast.stmt) else ():
            if control.passes_over:
                yield document, holder, control.by.test


def _choices(script: Script, document: Document, node: ast.AST) -> Iterator[tuple[Document, ast.AST, ast.expr]]:
    """Yield what a call enters one of several functions by, as if it were a test."""
    call = script.call(node)
    if call is not None and len(call.functions) > 1:
        yield document, outermost_loop(document, node) or document.scope(node), call.node.func


def _is_called(document: Document, node: ast.expr) -> bool:
    outer = document.parent(node)
    return isinstance(outer, ast.Call) and outer.func is node


def _exit_tests(document: Document, loop: Loop) -> Iterator[ast.expr]:
    """Yield the tests by which a loop is left, each behind those by which a turn ends before it comes to that."""
    for conditions in exits(LoopAt(document, loop)):
        for condition in conditions:
            yield from skipping_tests(document, condition)
            yield condition.test


def skipping_tests(document: Document, statement: ast.stmt) -> Iterator[ast.expr]:
    """Yield the tests by which a turn ends with a `continue` before it comes to a statement of the same block."""
    skipping = (each for each in above(document, statement) if isinstance(each.leaving, ast.Continue))
    yield from (each.by.test for each in skipping)


@dataclass(frozen=True)
class _Assignment:
    value: ast.expr
    tests: tuple[ast.expr, ...]


@dataclass(frozen=True)
class _Question:
    """One question to bodies, about a loop or function.

    It has the tests that all processes agree on, the calls that give all of them something alike, the calls and
    attributes that were looked into, and what bodies have answered. A call is told from itself by the calls by which
    its function was entered, the nearest of them.
    """

    about: ast.AST
    agreed: frozenset[ast.expr] = frozenset()
    alike: frozenset[ast.Call] = frozenset()
    ways: set[tuple[Call, ...]] = field(default_factory=set)
    kept: set[tuple[Location, Call | None]] = field(default_factory=set)
    answers: dict[tuple[type[_Body], ast.AST, tuple[Call, ...], ast.expr, bool], ast.expr | None] = field(
        default_factory=dict
    )


class _Body:
    """What the body of a loop or function assigns, and under which conditions.

    `entered` are the calls by which its function is entered: what a loop around them computes may be handed on. Where
    it is `sized`, only the size of what it gives is asked for, which is the same in any order.
    """

    sized = False

    def __init__(
        self,
        script: Script,
        document: Document,
        holder: ast.AST,
        question: _Question,
        entered: tuple[Call, ...] = (),
    ) -> None:
        self.script = script
        self.holder = holder
        self.question = question
        self.entered = entered
        self.function = holder if isinstance(holder, FunctionNode) else script.function(document, holder)
        self.assigned: dict[str, list[_Assignment]] = {}
        for target, value in self._assignments(document, holder):
            tests = tuple(self._tests_around(document, target))[::-1]
            self.assigned.setdefault(ast.unparse(target), []).append(_Assignment(value, tests))

    def _tests_around(self, document: Document, node: ast.AST) -> Iterator[ast.expr]:
        """Yield the tests on which it depends whether a node of the body is run, the innermost first."""
        deciding = (each.by for each in passing_over(document, node, self.holder))
        yield from (each.test for each in deciding if not isinstance(each, ast.IfExp))

    @cached_property
    def samples(self) -> frozenset[str]:
        """The names of what its loops take from datasets, of which each process has others."""
        within = self.script.within(self.holder, ast.For, ast.AsyncFor)
        loops = (each for each in within if isinstance(each, ast.For | ast.AsyncFor))
        return frozenset(name for loop in loops for name in self._samples(loop))

    def _samples(self, loop: ast.For | ast.AsyncFor) -> set[str]:
        """Give the names of what a loop takes from a dataset; none where it takes something else."""
        match loop.target, loop.iter:
            case ast.Tuple([_, target]), ast.Call(ast.Name("enumerate"), [data, *_]):
                pass
            case target, data:
                pass
        return names_in(target) if self.script.instances(data, "dataset") else set()

    def _assignments(self, document: Document, holder: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
        """Yield what statements of the body assign, or fill a list or dictionary with, in the order of the text."""
        scope = holder if isinstance(holder, FunctionNode) else document.scope(holder)
        for node in document.within(holder, ast.Name, ast.Attribute, ast.Assign, ast.AugAssign, ast.Call):
            if document.scope(node) is not scope:
                continue
            found = self.script.def_use.of_target.get(node)
            if isinstance(found, Assignment) and isinstance(found.by, _ASSIGNING):
                yield found.target, self._fetched(document, found.target, found.by, found.value)
            yield from filled(node)

    def _fetched(self, document: Document, target: ast.expr, statement: ast.AST, value: ast.expr) -> ast.expr:
        """Give what a session runs for a target beside other things, if it is the same everywhere; else the value."""
        match statement, value:
            case ast.Assign([ast.Tuple(targets) | ast.List(targets)]), ast.Call() if target in targets:
                found = fetched_at(self.script, document, value, targets.index(target))
                return found[1] if found is not None and self._is_same_fetch(found[1]) else value
        return value

    def _is_same_fetch(self, fetch: ast.expr) -> bool:
        """Say whether what a session runs is the number of the step, or a rate."""
        return self._are_steps([fetch]) or self._are_rates(fetch)

    def deciding(self, node: ast.expr) -> ast.expr | None:
        """Give the first call, or metrics, that an expression depends on and that may be others in each process."""
        answers, asked = self.question.answers, (type(self), self.holder, self.entered, node, self.sized)
        if asked not in answers:
            answers[asked] = None  # of what depends on itself
            answers[asked] = self._deciding(node, {}, behind=False)
        return answers[asked]

    def _deciding(self, node: ast.expr, known: dict[str, list[ast.expr]], behind: bool) -> ast.expr | None:
        """Give that of the condition itself, or of what is `behind` a name in it; `known` is what names depend on."""
        calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
        if any(self.is_collective(call) for call in calls):
            return None
        metrics = (each for each in ast.walk(node) if isinstance(each, ast.Name) and self._is_metric(each))
        measured = next((each for each in metrics if not self._is_sized(each, calls)), None)
        if (own := next(filter(None, map(self._own, calls)), measured)) is not None:
            return own
        same = {*self._fetched_alike(node), *self._of_one_kind(node)}
        for each in ast.walk(node):
            if not isinstance(each, ast.Name | ast.Attribute) or not isinstance(each.ctx, ast.Load) or each in same:
                continue
            name = ast.unparse(each)
            if name in self.samples and behind:  # what is read in the condition itself, HVD308 looks at
                reading = next((call for call in calls if each in ast.walk(call)), None)
                if reading is not None and not _is_named(self.script, reading, *_SIZES):
                    return reading
            for found in self._assigned(name, known):
                if not (_keeps_size(found) and self._is_sized(each, calls)):
                    return found
            if name not in self.assigned:
                sized = self._is_sized(each, calls)
                handed = self._handed_on(each, sized) if isinstance(each, ast.Name) else None
                if (kept := handed or self._kept(each, sized)) is not None:
                    return kept
        return None

    def _is_metric(self, _: ast.Name) -> bool:
        """Say whether a name stands for metrics that a process has measured alone: no function is handed those."""
        return False

    def _fetched_alike(self, node: ast.expr) -> Iterator[ast.AST]:
        """Yield the nodes of what a session has fetched in an expression that is the same everywhere."""
        for part in (each for each in ast.walk(node) if isinstance(each, ast.Subscript)):
            home = self.script.home(part)
            fetch = fetched(self.script, home, part) if home is not None else None
            if fetch is not None and self._is_same_fetch(fetch[1]):
                yield from ast.walk(part)

    def _of_one_kind(self, node: ast.expr) -> Iterator[ast.AST]:
        """Yield the nodes of what an expression asks for its kind, of which there is one: it is the same everywhere."""
        for part in ast.walk(node):
            if isinstance(part, ast.Call) and asks_for_known_kind(self.script, part):
                yield from ast.walk(part.args[0])

    def _assigned(self, name: str, known: dict[str, list[ast.expr]]) -> list[ast.expr]:
        """Give the calls that decide what a name is assigned, each name asked for once."""
        if name not in known:
            known[name] = []  # for names that come back to it
            for assignment in self.assigned.get(name, ()):
                tests = (test for test in assignment.tests if test not in self.question.agreed)
                found = (self._deciding(part, known, behind=True) for part in (assignment.value, *tests))
                known[name] += filter(None, found)
        return known[name]

    def _kept(self, node: ast.Name | ast.Attribute, sized: bool) -> ast.expr | None:
        """Give the first call that decides what functions put there that the loop runs, or what a property gives.

        Where only the size is asked for, it is the same whatever values they add.
        """
        home = self.script.home(node)
        place = location(self.script, home, node) if home is not None else None
        if place is None:
            return None
        put = frozenset(value for _, value in self.script.filling.put_into(node))
        for function, entering in self._functions(node, place, put):
            if (place, entering) in self.question.kept:
                continue
            self.question.kept.add((place, entering))
            document = self.script.flow.scopes[function].module.document
            entered = (entering, *self.entered) if entering is not None else ()
            body = type(self)(self.script, document, function, self.question, entered)
            body.sized = sized
            given = body.given_to(node, put, sized) if entering is not None else self.script.slices.returned(function)
            if (found := next(filter(None, map(body.deciding, given)), None)) is not None:
                return found
        return None

    def _functions(
        self, node: ast.Name | ast.Attribute, place: Location, put: Set[ast.expr]
    ) -> Iterator[tuple[FunctionNode, Call | None]]:
        """Yield the functions that set a name or an attribute, or put values into it, with the calls that enter them.

        Properties have no such call.
        """
        name = place.key.removeprefix(".")
        for owner in (each for each in place.owners if isinstance(each, Class)):
            for method in owner.site.node.body if isinstance(owner.site.node, ast.ClassDef) else ():
                if isinstance(method, ast.FunctionDef) and method.name == name and is_property(method):
                    yield method, None
        setting = {self.script.function(each.document, each.by) for each in self._made(node, place)}
        homes = ((self.script.home(value), value) for value in put)
        setting |= {self.script.function(document, value) for document, value in homes if document is not None}
        setting -= {None, self.function if isinstance(node, ast.Name) else None}
        run = run_by(self.script, self.question.about) if setting else ()
        for call in dict.fromkeys(call for body in run for call in calls_below(self.script, body)):
            yield from ((function, call) for function in self.script.entered(call) if function in setting)

    def _made(self, node: ast.Name | ast.Attribute, place: Location) -> Iterator[Assignment]:
        """Yield the assignments to a name of a module, or to an attribute of objects of the project's classes."""
        if isinstance(node, ast.Name) or any(isinstance(each, Class) for each in place.owners):
            yield from (each for each in definitions(self.script, place) if isinstance(each, Assignment))

    def given_to(self, node: ast.Name | ast.Attribute, put: Set[ast.expr], sized: bool) -> Iterator[ast.expr]:
        """Yield what the body gives to a name or attribute, or puts into it, and the tests by which it does."""
        name = node.id if isinstance(node, ast.Name) else f".{node.attr}"
        for target, given in self.assigned.items():
            for each in given:
                named = target == name or (isinstance(node, ast.Attribute) and target.endswith(name))
                if named or each.value in put:
                    yield from () if sized and each.value in put else (each.value,)
                    yield from each.tests

    def _is_sized(self, node: ast.expr, calls: Sequence[ast.Call]) -> bool:
        """Say whether only the size of what a node stands for is asked for, which is the same in any order."""
        home = self.script.home(node)
        outer = home.parent(node) if home is not None else None
        shaped = isinstance(outer, ast.Attribute) and outer.attr in _SHAPES
        return shaped or any(_is_named(self.script, call, *_SIZES) and node in ast.walk(call) for call in calls)

    def _handed_on(self, node: ast.Name, sized: bool) -> ast.expr | None:
        """Give the first call that decides what the function is given for a parameter, in a loop around its call.

        Where only the size is asked for, it is the same in any order.
        """
        if not isinstance(self.function, FunctionNode) or not self.entered:
            return None
        if node.id not in {parameter.arg for parameter in parameters(self.function)}:
            return None
        call, *outer = self.entered
        given = argument_for(self.script, call, self.function, node.id)
        if given is None or given[1] not in call.arguments:
            return None
        if self._is_asked_whether_there(node) and self._is_there(given[1]):
            return None
        if self._is_asked_for_own(node):
            return None  # what its methods give and keep is asked for itself
        holder = outermost_loop(call.document, call.node) or self._run_again(call, outer) or call.node
        body = type(self)(self.script, call.document, holder, self.question, tuple(outer))
        body.sized = sized or self.sized
        return body.deciding(given[1])

    def _is_asked_whether_there(self, node: ast.Name) -> bool:
        """Say whether it is only asked whether a name stands for None."""
        home = self.script.home(node)
        match home.parent(node) if home is not None else None:
            case ast.Compare(_, [ast.Is() | ast.IsNot()], [ast.Constant(None)]):
                return True
        return False

    def _is_asked_for_own(self, node: ast.Name) -> bool:
        """Say whether an attribute is asked for of a name that stands for objects of the project's classes alone."""
        home, values = self.script.home(node), self.script.values(node)
        outer = home.parent(node) if home is not None else None
        made = bool(values) and not values.is_partly_unknown
        return (
            isinstance(outer, ast.Attribute)
            and made
            and all(isinstance(each, Instance) and isinstance(each.of, Class) for each in values)
        )

    def _is_there(self, node: ast.expr) -> bool:
        """Say whether an expression stands for lists, dictionaries and the like alone, and never for None."""
        values = self.script.values(node)
        return bool(values) and not values.is_partly_unknown and all(isinstance(each, Container) for each in values)

    def _run_again(self, call: Call, outer: Sequence[Call]) -> FunctionNode | None:
        """Give the function in which a call stands, where a loop runs that: what it computes, it computes each time."""
        function = self.script.function(call.document, call.node)
        turned = any(outermost_loop(each.document, each.node) for each in outer)
        return function if turned or function in set(run_by(self.script, self.question.about)) else None

    def _own(self, node: ast.Call) -> ast.expr | None:
        """Give a call that may give each process something else; None for others."""
        if node in self.question.alike or self._is_same(node) or (self.sized and _orders(node)):
            return None
        told = self._told(node)
        return node if told is None else next(filter(None, told), None)

    def _told(self, node: ast.Call) -> list[ast.expr | None] | None:
        """Give what decides what methods give that compute it of their object alone; None where one runs other code."""
        call = self.script.call(node)
        if call is None or not call.receivers or not call.functions:
            return None
        found: list[ast.expr | None] = []
        for each in ordered(call.functions):
            given = given_alone(each.site.node)
            if given is None:
                return None
            body = type(self)(
                self.script, each.site.module.document, each.site.node, self.question, (call, *self.entered)
            )
            found.append(body.deciding(given))
        return found

    def is_collective(self, node: ast.Call) -> bool:
        """Say whether a call is a collective operation, a session's run of one, or gives averaged gradients."""
        if node in _averaged(self.script):
            return True
        call = self.script.call(node)
        values = self.script.values(fetches_of(node))
        made = [self.script.creation(value) for value in values if isinstance(value, Instance)]
        names = [name for each in (call, *made) if each is not None for name in each.names]
        return any(name.startswith("horovod.") and "rank" not in name.rpartition(".")[2] for name in names)

    def _is_same(self, node: ast.Call) -> bool:
        """Say whether a call gives every process the same for the same arguments."""
        call = self.script.call(node)
        names = call.names if call is not None else frozenset()
        if isinstance(node.func, ast.Attribute) and node.func.attr in _VALUES:
            return True
        if is_next_number(self.script, node):
            return True
        if names and all(name.startswith(_OPTIONS) for name in names):
            return True
        fetches = fetches_of(node)
        if any(name.endswith(_STEP) for name in names) or (
            fetches is not None and (self._are_steps([fetches]) or self._are_rates(fetches))
        ):
            return True
        if call is None or call.receivers:
            return False
        return bool(names) and all(name.startswith(_SAME) and not name.startswith(_NOT_SAME) for name in names)

    def _are_rates(self, node: ast.expr) -> bool:
        """Say whether what a session runs is a variable that the rate of an optimizer is."""
        values = self.script.values(node)
        return bool(values) and rate_variables(self.script).issuperset(values)

    def _are_steps(self, nodes: list[ast.expr]) -> bool:
        """Say whether what a session runs is the number of the step."""
        if nodes and supervised_steps(self.script).issuperset(nodes):
            return True
        values = [value for node in nodes for value in self.script.values(node)]
        calls = [self.script.creation(value) for value in values if isinstance(value, Instance)]
        return (
            bool(calls)
            and len(calls) == len(values)
            and all(call is not None and any(name.endswith(_STEP) for name in call.names) for call in calls)
        )


class _Measurements(_Body):
    """As a body, for numbers: what only measures samples, and the time, gives each process something else."""

    def _tests_around(self, document: Document, node: ast.AST) -> Iterator[ast.expr]:
        """Yield these tests, and what the loops around a node run over: they run it as often as that has items."""
        yield from super()._tests_around(document, node)
        for outer in document.ancestors(node):
            if outer is self.holder:
                return
            if isinstance(outer, ast.For):
                yield outer.iter

    def _own(self, node: ast.Call) -> ast.expr | None:
        call = self.script.call(node)
        if call is None or self._is_same(node) or (self.sized and _orders(node)):
            return None
        measures = any(name.startswith(_MEASURING) for name in call.names) or self._is_of_outputs(node.func)
        if measures or any(self.script.instances(node.func, role) for role in _MODELS):
            return node
        way = (call, *self.entered)
        if way[:_NEAREST] in self.question.ways:
            return None
        self.question.ways.add(way[:_NEAREST])
        for function in (each.site.node for each in ordered(call.functions)):
            if not isinstance(function, FunctionNode) or function in {self.function, *map(self._caller, self.entered)}:
                continue
            document = self.script.flow.scopes[function].module.document
            body = _Measurements(self.script, document, function, self.question, way)
            found = (body.deciding(value) for value in self.script.slices.returned(function))
            if (own := next(filter(None, found), None)) is not None:
                return own
        return None

    def _is_of_outputs(self, func: ast.expr) -> bool:
        """Say whether a function may be one that gives outputs of a model."""
        made = (self.script.creation(value) for value in self.script.values(func) if isinstance(value, Instance))
        return any(call is not None and _FUNCTION in call.names for call in made)

    def _caller(self, call: Call) -> FunctionNode | None:
        return self.script.function(call.document, call.node)


class _CountMeasurements(_Measurements):
    """As measurements, for the number of steps of a turn: the step that a session fetches is the same everywhere."""

    def _is_same_fetch(self, fetch: ast.expr) -> bool:
        counted = {each for training in self.script.trainings for each in step_counters(self.script, training)}
        values = self.script.values(fetch)
        return bool(values) and counted.issuperset(values)


class _CallbackMeasurements(_Measurements):
    """As measurements, in a callback: what any of its methods keeps, and its `self.model`, which measures."""

    def _assignments(self, document: Document, holder: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
        yield from super()._assignments(document, holder)
        owner = next((each for each in document.ancestors(holder) if isinstance(each, ast.ClassDef)), None)
        for method in owner.body if owner is not None else ():
            if isinstance(method, ast.FunctionDef) and method is not self.function:
                for target, value in super()._assignments(document, method):
                    if isinstance(target, ast.Attribute):
                        yield from ((target, each) for each in self._behind(document, value, frozenset()))

    def _behind(self, document: Document, value: ast.expr, seen: frozenset[ast.AST]) -> Iterator[ast.expr]:
        """Yield what a method of the callback gives, and what the names in it stand for, which are its own."""
        yield value
        for name in (each for each in ast.walk(value) if isinstance(each, ast.Name) and value not in seen):
            for each in self.script.slices.assignments(document, name):
                if each.document is document and document.scope(each.value) is document.scope(name):
                    yield from self._behind(document, each.value, seen | {value})

    def _is_metric(self, node: ast.Name) -> bool:
        """Say whether a name is what Keras hands to a method for metrics: those of an epoch alone can be averaged."""
        home = self.script.home(node)
        method = self.script.function(home, node) if home is not None else None
        if home is None or not isinstance(method, ast.FunctionDef) or not isinstance(home.parent(method), ast.ClassDef):
            return False
        place = 2 if method.name.endswith("batch_end") else 1
        handed = [each.arg for each in method.args.args[place : place + 1]]
        asked = self._is_asked_whether_there(node) or isinstance(home.parent(node), ast.If)
        return method.name in _UNAVERAGED and node.id in handed and not asked

    def _own(self, node: ast.Call) -> ast.expr | None:
        match node.func:
            case ast.Attribute(ast.Attribute(ast.Name("self"), "model"), method) if method.startswith(_OUTPUTS):
                return node
        return super()._own(node)


def _keeps_size(node: ast.expr) -> bool:
    """Say whether what decides gives others in each process, but equally many: an order by chance, or metrics."""
    return isinstance(node, ast.Name) or (isinstance(node, ast.Call) and _orders(node))


def _orders(node: ast.Call) -> bool:
    """Say whether a call puts what there is into another order by chance."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in ("permutation", "permuted", "shuffle")
