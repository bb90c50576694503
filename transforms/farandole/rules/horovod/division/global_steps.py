"""What a script computes by itself from the step that its training is at: each process counts its own steps only.

A rate with a warm-up, a weight that grows with the step and the like mean the work that all processes have done. They
are given the steps of all processes: at the call of the function that computes by them, else where the step is read.
Periods, and numbers that a value of the step is compared with, are divided.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TypeGuard

from farandole.analysis.answers import answered_once
from farandole.analysis.augmented import augmented_by
from farandole.analysis.control_dependence import controlled
from farandole.analysis.def_use import Assignment, Definition, given_name
from farandole.analysis.loops import as_comparison, chains, equal_sides, loops_around, range_counts
from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Instance, Value
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode, Scope, parameters
from farandole.analysis.slicing import argument_for
from farandole.frameworks.horovod.use import is_size
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.callbacks import is_optimizer
from farandole.frameworks.tensorflow.fetches import fetched, fetched_at
from farandole.frameworks.tensorflow.optimizers import ROLES
from farandole.frameworks.tensorflow.session_runs import fetches_of
from farandole.frameworks.tensorflow.step_counters import GLOBAL_STEP, added_to, is_increment, supervised_steps
from farandole.rules.horovod.division.counters import Uses, tested
from farandole.rules.horovod.division.outcome import Change, edit_set
from farandole.rules.horovod.division.remainders import is_asked, is_phase, remainder
from farandole.rules.horovod.division.use_edits import use_edits
from farandole.rules.horovod.names import horovod
from farandole.source import Document, EditSet, layout
from farandole.source.binding import names_in

_COMPUTING = ("builtins.", "math.", "numpy.", "tensorflow.")
_COMPUTING_ROLES = frozenset({"model", "layer", "schedule"})
"""The roles of what computes by a step that it is called with."""

_VALUES = frozenset({"numpy", "value", "read_value", "eval"})
"""Methods of a variable that give its value."""

_GLOBAL_STEP = "tensorflow.train.global_step"
_GIVING = frozenset({"builtins.int", _GLOBAL_STEP})
"""Functions whose result is the value of the step that is their last argument."""

_ITERATING = frozenset({"as_numpy_iterator", "get_next", "make_initializable_iterator", "make_one_shot_iterator"})
"""Methods that lead from a dataset to its samples."""

_KIND = frozenset({"device", "dtype", "graph", "name", "op", "shape"})
"""Attributes of a variable that tell of what kind it is, whatever its value."""

_SETTING = frozenset({"tensorflow.assign", "tensorflow.assign_add", "tensorflow.assign_sub"})
"""Functions that give the variable that is their first argument another value."""

_SHIFTING = frozenset(
    f"tensorflow.{module}{name}" for module in ("", "math.") for name in ("add", "subtract", "maximum", "minimum")
)
"""Functions after which a number of steps and what it is divided by no longer shrink alike."""

_NUMBERING = frozenset({"builtins.enumerate", "tensorflow.data.Dataset.enumerate"})
"""Functions that are given the number of the first turn of a loop."""

_TURNS = frozenset({"builtins.range", "tqdm.trange", "itertools.islice", *_NUMBERING})
"""Functions that are given the first and the last turn of a loop, or the number of the first."""

_OPERATIONS = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Call)

_NOT_COMPUTING = (
    "tensorflow.train.",
    "tensorflow.summary.",
    "tensorflow.Session.",
    "tensorflow.contrib.",
    "tensorflow.strings.",
    "builtins.dict",
    "builtins.list",
    "builtins.print",
    "builtins.set",
    "builtins.tuple",
)
"""Functions that compute no number by a step that they are given."""

_TEXTS = frozenset({"builtins.str", "builtins.repr", "builtins.format"})
"""Functions that make a text of a number."""

_SHOWING = frozenset({"format", "print", "scalar", "info", "debug", "log", "write", "text", "add_summary", "save"})


@dataclass
class GlobalSteps:
    """The reads of the variables that count the steps of a training, and which of them compute by the step.

    `shrunk` are expressions that stand for the part of one process already: what is compared with them is left. Of the
    `optimizers`, `iterations` counts the steps, but for what their own methods compute by it. `schedules` take the steps
    of one process for those of all by themselves.
    """

    script: Script
    counters: frozenset[Instance]
    shrunk: frozenset[ast.AST]
    optimizers: frozenset[Value] = frozenset()
    schedules: frozenset[Value] = frozenset()
    _verdicts: dict[tuple[ast.AST, str], str] = field(default_factory=dict)
    _named: dict[tuple[Scope, str], bool] = field(default_factory=dict)

    def changes(self) -> Iterator[Change]:
        """Yield the changes that let what computes by the step see the steps of all processes."""
        reads = list(self._reads())
        passed = {read: self._parameters(document, read) for document, read in reads}
        covered = {
            key for keys in passed.values() if {self._verdict(*key) for key in keys} == {"computes"} for key in keys
        }
        computing = set()
        for document, read in reads:
            if self._parameter_of(document, read) in covered:
                continue
            per_epoch = self._per_epoch(document, read)
            if per_epoch is not None:
                if not self._meets_shrunk(document, per_epoch):
                    found = Uses((per_epoch,), (), (), (), (), ())
                    edits = partial(use_edits, self.script, document, found)
                    yield Change(partial(edit_set, document, edits), divided=per_epoch)
                continue
            keys = passed[read]
            use = self._use(document, read) if not keys else "computes" if covered.issuperset(keys) else "none"
            if use == "computes":
                computing.add(read)
                yield Change(partial(all_steps, self.script, document, self._valued(document, read)), divided=read)
            elif use == "some":
                place = f"{document.quote(read)} in {document.place_of(read)}"
                doubt = f"what is computed by {place} must not need the steps of all processes: each counts its own"
                yield Change(EditSet.empty, doubt)
        if computing:
            yield from self._started()
        yield from self._tested(frozenset(computing), frozenset(covered))

    def _per_epoch(self, document: Document, read: ast.expr) -> ast.expr | None:
        """Give the steps of an epoch by which a read is divided, where the first epoch to train in is computed so."""
        node: ast.AST = self._valued(document, read)
        while _is_conversion(outer := document.parent(node)):
            node = outer
        match outer:
            case ast.BinOp(left, ast.Div() | ast.FloorDiv(), steps) if left is node and read in first_epochs(
                self.script
            ):
                return steps
        return None

    def _started(self) -> Iterator[Change]:
        """Yield the changes of what counters begin with that is a number of epochs times that of all steps of one."""
        for counter in ordered(self.counters):
            made = self.script.creation(counter)
            start = made.argument("initial_value") if made is not None else None
            if made is None or start is None or not self.script.may_run(made.document, start):
                continue
            written = self.script.slices.bound(made.document, start) or start
            multiplied = any(isinstance(each, ast.Mult) for each in ast.walk(written))
            if multiplied and not self._meets_shrunk(made.document, start):
                yield Change(partial(_part_edits, self.script, made.document, start), divided=start)

    def values(self) -> frozenset[tuple[Scope, str]]:
        """Give the names that stand for the value of the step, each with the scope that binds it."""
        return frozenset(
            (home, name)
            for (home, name), uses in (self.script.def_use.uses.items() if self._read else ())
            for use in [next((each for each in uses if each not in self._read), None)]
            if use is not None and self.is_value(home.module.document, use)
        )

    def kept_in_attributes(self) -> Iterator[Assignment]:
        """Yield where methods keep the value of the step in an attribute that is no counter itself, as it is."""
        counters = {ast.unparse(each) for each in self._read if isinstance(each, ast.Attribute)}
        for document in self.script.documents if self._read else ():
            for node in document.nodes(ast.Attribute):
                kept = self.script.def_use.of_target.get(node)
                if not isinstance(kept, Assignment) or kept.part or ast.unparse(node) in counters:
                    continue
                read = (each for each in ast.walk(kept.value) if isinstance(each, ast.expr) and each in self._read)
                if not isinstance(document.scope(node), ast.FunctionDef) or not self.is_value(document, kept.value):
                    continue
                if not any(self._is_operand(document, each) for each in read):
                    yield kept

    @cached_property
    def _read(self) -> frozenset[ast.AST]:
        """The reads of variables that count the steps, and of what an optimizer has of them, and the calls that give them."""
        asked = (each for document in self.script.documents for each in document.attributes("iterations"))
        held = (each for counter in self.counters for each in self.script.holders(counter))
        given = (call.node for call in self.script.calls_to(*sorted(GLOBAL_STEP)) if self.counters)
        return frozenset(
            (
                *(each for each in asked if self._is_asked(each)),
                *(each for each in held if isinstance(each.ctx, ast.Load)),
                *(each for each in given if not self.counters.isdisjoint(self.script.values(each))),
                *(supervised_steps(self.script) if self.counters else ()),
            )
        )

    def _is_asked(self, node: ast.Attribute) -> bool:
        """Say whether an optimizer of the training, or what may be one, is asked for its steps."""
        if not isinstance(node.ctx, ast.Load) or _is_self(node.value):
            return False
        known = {value for value in self.script.values(node.value) if self.script.role_of(value) in ROLES}
        return not known.isdisjoint(self.optimizers) or (not known and is_optimizer(self.script, node.value))

    def _tested(self, computing: frozenset[ast.expr], covered: frozenset[tuple[ast.AST, str]]) -> Iterator[Change]:
        """Yield the changes of what values of the step are compared with, by themselves or by their remainder.

        What the parameters that are `covered` stand for is the step of all processes already.
        """
        for document in self.script.documents if self._read else ():
            for node in document.nodes(ast.Name, ast.Attribute, ast.Subscript, ast.Call):
                parent = document.parent(node)
                if isinstance(node, ast.expr) and isinstance(parent, _OPERATIONS) and self.is_value(document, node):
                    if self._is_given(document, node, covered):
                        continue
                    used = tested(self.script, document, node)
                    if used is not None and self._is_since(document, node):
                        used = replace(used, divided=(*used.divided, *used.limits), limits=())
                    if used is not None and not self._is_left(document, node, used, computing):
                        edits = partial(use_edits, self.script, document, used)
                        yield Change(partial(edit_set, document, edits))

    def _is_given(self, document: Document, node: ast.AST, covered: frozenset[tuple[ast.AST, str]]) -> bool:
        """Say whether a value of the step is that of one of some parameters."""
        pending, seen = [node], set[ast.AST]()
        while pending and covered:
            value = pending.pop()
            seen.add(value)
            for name in (each for each in ast.walk(value) if isinstance(each, ast.Name)):
                if self._parameter_of(document, name) in covered:
                    return True
                home = self.script.scope(document, name).home(name.id)
                definitions = self.script.def_use.names.get((home, name.id), ()) if home is not None else ()
                pending += (
                    each.value
                    for each in definitions
                    if isinstance(each, Assignment) and not each.part and each.value not in seen
                )
        return False

    def _is_since(self, document: Document, node: ast.expr) -> bool:
        """Say whether a value of the step stands in a difference of two: in the steps since something was so."""
        match document.parent(node):
            case ast.BinOp(left, ast.Sub(), right):
                return all(self.is_value(document, each) for each in (left, right))
        return False

    def _is_left(self, document: Document, node: ast.expr, used: Uses, computing: frozenset[ast.expr]) -> bool:
        """Say whether a test is left as it is: it limits a loop, is never run, or one of its sides is changed already."""
        numbers = (*used.divided, *(number for number, _ in used.later), *used.limits)
        compared = next((each for each in document.ancestors(node) if self._is_comparison(each)), None)
        ends = bool(used.limits) and compared is not None and limits_loop(document, compared)
        changed = any(each in computing for each in ast.walk(node))
        shrunk = any(self._meets_shrunk(document, number) for number in numbers)
        return ends or changed or shrunk or not self.script.may_run(document, node)

    def _is_comparison(self, node: ast.AST) -> TypeGuard[ast.expr]:
        return isinstance(node, ast.expr) and isinstance(as_comparison(self.script, node), ast.Compare)

    def is_value(self, document: Document, node: ast.AST, seen: frozenset[ast.AST] = frozenset()) -> bool:
        """Say whether an expression is the step, or its value, and nothing that is computed from it.

        What adds one to it gives it, too.
        """
        if not self._read or node in self._read:
            return node in self._read
        match node:
            case ast.Name() if node not in seen:
                return self._is_named(document, node, seen)
            case ast.Call() | ast.BinOp() if (value := _valued_by(node)) is not None:
                return self.is_value(document, value, seen)
            case ast.Attribute() | ast.Subscript():
                fetch = fetched(self.script, document, node)
                return self.is_value(*fetch, seen) if fetch is not None else self._is_given_at(document, node, seen)
            case ast.Call() if node not in seen:
                call = self.script.call(node)
                counts = call is not None and not self.counters.isdisjoint(added_to(self.script, call))
                return counts or self._gives(node, None, seen | {node}) or self._is_asked_for(document, node, seen)
        return False

    def _is_given_at(self, document: Document, node: ast.expr, seen: frozenset[ast.AST]) -> bool:
        """Say whether an item is the step in what functions of the project give together: `train(x)[1]`, or by a name."""
        match node:
            case ast.Subscript(whole, ast.Constant(int() as position)):
                call = self.script.slices.bound(document, whole)
                return isinstance(call, ast.Call) and call not in seen and self._gives(call, position, seen | {call})
        return False

    def _is_asked_for(self, document: Document, node: ast.Call, seen: frozenset[ast.AST]) -> bool:
        """Say whether a function of a library, or a session, gives the value of the step that it is given last."""
        call = self.script.call(node)
        step = next(reversed(_given(node)), None)
        names = call.names if call is not None else frozenset()
        return step is not None and bool(
            (names & _GIVING or self._is_run(node, step)) and self.is_value(document, step, seen)
        )

    def _is_named(self, document: Document, node: ast.Name, seen: frozenset[ast.AST]) -> bool:
        """Say whether a name stands for nothing but the value of the step, after what it begins with."""
        home = self.script.scope(document, node).home(node.id)
        if home is None:
            return False
        key = home, node.id
        if seen or key not in self._named:
            definitions = self.script.def_use.names.get(key, ())
            later = [each for each in definitions if not _is_start(self.script, each)]
            found = bool(later) and all(self._is_bound(document, each, seen | {node}) for each in later)
            if seen:
                return found
            self._named[key] = found
        return self._named[key]

    def _is_bound(self, document: Document, definition: Definition, seen: frozenset[ast.AST]) -> bool:
        """Say whether a name gets the value of the step, by itself or as one of several fetches of a session."""
        if not isinstance(definition, Assignment) or not isinstance(definition.by, ast.Assign):
            return False
        if not definition.part:
            return self.is_value(document, definition.value, seen)
        whole, positions = _unsliced(definition)
        match self.script.slices.bound(document, whole), positions:
            case ast.Call() as call, (position,) if fetch := fetched_at(self.script, document, call, position):
                return self.is_value(*fetch, seen)
            case ast.Call() as call, (position,) if call not in seen:
                return self._gives(call, position, seen | {call})
        return False

    def _gives(self, node: ast.Call, position: int | None, seen: frozenset[ast.AST]) -> bool:
        """Say whether the project's functions that a call enters give the value of the step, at a position of a tuple."""
        call = self.script.call(node)
        functions = [each.site for each in call.functions] if call is not None else []
        given = [
            (site.module.document, value if position is None else _part(value, position))
            for site in functions
            if isinstance(site.node, FunctionNode)
            for value in self.script.slices.returned(site.node)
        ]
        return bool(given) and all(
            value is not None and self.is_value(document, value, seen) for document, value in given
        )

    def _reads(self) -> Iterator[tuple[Document, ast.expr]]:
        for document in self.script.documents if self._read else ():
            for node in document.nodes(ast.Name, ast.Attribute, ast.Subscript, ast.Call):
                if (
                    isinstance(node, ast.expr)
                    and (node in self._read or self._is_fetched(document, node))
                    and self.script.may_run(document, node)
                    and not _is_of_kind(document, node)
                ):
                    yield document, node

    def _is_fetched(self, document: Document, node: ast.expr) -> bool:
        """Say whether an expression that is no name, as the `results` of a hook, has the step that a session was asked for.

        What it is compared with by itself is divided.
        """
        compared = isinstance(document.parent(node), ast.Compare)
        asked = isinstance(node, ast.Attribute | ast.Subscript) and not compared
        fetch = fetched(self.script, document, node) if asked else None
        return fetch is not None and self.is_value(*fetch)

    def _parameter_of(self, document: Document, read: ast.expr) -> tuple[ast.AST, str] | None:
        """Give the function, and its parameter, that a read stands for."""
        function = self.script.receiving(document, read)
        return (function, read.id) if function is not None and isinstance(read, ast.Name) else None

    def _parameters(self, document: Document, read: ast.expr) -> list[tuple[ast.AST, str]]:
        """Give the parameters of the project's functions that a read is passed for."""
        return self._passed_for(document, self._valued(document, read))

    def _passed_for(self, document: Document, value: ast.AST) -> list[tuple[ast.AST, str]]:
        """Give the parameters of the project's functions that an expression, or a keyword's, is passed for."""
        outer = document.parent(value)
        if isinstance(value, ast.keyword):
            value = value.value
        call = self.script.call(document.parent(outer) if isinstance(outer, ast.keyword) else outer) if outer else None
        if call is None or call.node.func is value or self._is_schedule(call.node.func):
            return []
        return [
            (function, parameter.arg)
            for function in self.script.entered(call)
            for parameter in parameters(function)
            if (given := argument_for(self.script, call, function, parameter.arg)) and given[1] is value
        ]

    def _verdict(self, function: ast.AST, name: str) -> str:
        """Say what a function does with a parameter: it `computes` by all reads of it, by some, or by `none`.

        What it only keeps, in an attribute or under another name, or gives back, is `kept`: others may compute by it.
        """
        key = (function, name)
        if key not in self._verdicts:
            self._verdicts[key] = "none"
            document = self.script.flow.scopes[function].module.document
            found = set()
            for node in ast.walk(function):
                if isinstance(node, ast.Name) and self._parameter_of(document, node) == key:
                    if not isinstance(node.ctx, ast.Load) or _is_of_kind(document, node):
                        continue
                    inner = {self._verdict(*each) for each in self._parameters(document, node)}
                    found |= inner or {"kept" if _is_kept(document, node) else self._use(document, node)}
            self._verdicts[key] = _joined(found)
        return self._verdicts[key]

    def _joint_verdict(self, passed: Iterable[tuple[ast.AST, str]]) -> str:
        """Say what functions do together with the parameters that one value is passed for."""
        return _joined({self._verdict(*each) for each in passed})

    def computes(self, document: Document, read: ast.expr) -> bool:
        """Say whether a read is an operand of something that is neither shown, saved nor a limit of a loop."""
        return self._use(document, read) == "computes"

    def _use(self, document: Document, read: ast.expr) -> str:
        """Say whether a read `computes`, or a function that is given what is computed from it does, by `some` or `none`."""
        passed = self._computed_for(document, read)
        verdict = self._joint_verdict(passed)
        if passed and verdict != "kept":
            return verdict
        return "computes" if self._is_operand(document, read) else "none"

    def _computed_for(self, document: Document, read: ast.expr) -> list[tuple[ast.AST, str]]:
        """Give the parameters of the project's functions that something is passed for which is computed from a read alone."""
        for node in (read, *document.ancestors(read)):
            outer = document.parent(node)
            if passed := self._passed_for(document, node):
                return passed if node is not read else []
            match outer:
                case ast.BinOp() if self._is_remainder(document, outer, node) or self._meets_shrunk(document, outer):
                    return []
                case ast.BinOp() | ast.UnaryOp():
                    pass
                case _ if _passes_on(outer, node) or (isinstance(outer, ast.Call) and self._keeps(outer) is None):
                    pass
                case _:
                    return []
        return []

    def _is_operand(self, document: Document, read: ast.expr) -> bool:
        node: ast.AST = read
        arithmetic = shifted = False
        for parent in document.ancestors(read):
            match parent:
                case ast.BinOp() | ast.Call() if self._is_remainder(document, parent, node) or self._is_counting(
                    parent, node
                ):
                    return False  # a period, a text, or the count of the steps itself
                case ast.Call() if self._is_run(parent, node):
                    pass
                case ast.BinOp() | ast.UnaryOp() | ast.BoolOp() | ast.IfExp():
                    if is_increment(parent) and node is read and not self._goes_on(document, parent):
                        return False
                    arithmetic = arithmetic or isinstance(parent, ast.BinOp | ast.UnaryOp)
                    shifted = shifted or self._is_shift(parent)
                case ast.Compare():
                    if limits_loop(document, parent) or is_equality(parent) or _is_identity(parent):
                        return False
                    arithmetic = True
                case _ if _passes_on(parent, node):
                    pass
                case ast.Call() if arithmetic and self._is_handed_on(document, parent, node):
                    break
                case ast.Call():
                    kept = self._keeps(parent)
                    if kept is not None:
                        return not kept or (shifted and self._is_scheduled(parent))
                    arithmetic = True
                    shifted = shifted or self._is_shift(parent)
                case _:
                    break
            node = parent
        used = not (
            is_shown(self.script, document, read)
            or self._is_within_shrunk(read)
            or (
                self._is_converted(document, node)
                and (self._counts_on(document, node) or self._is_tested(document, node))
            )
        )
        return arithmetic and used and not self._meets_shrunk(document, node)

    def _is_handed_on(self, document: Document, call: ast.Call, value: ast.AST) -> bool:
        """Say whether a call sets another variable, such as the rate, to a value, or is of functions that only keep it."""
        match call.func:
            case ast.Attribute(target, "assign") if target not in self._read:
                return True
        return self._joint_verdict(self._passed_for(document, value)) == "kept"

    def _goes_on(self, document: Document, step: ast.AST, seen: frozenset[str] = frozenset()) -> bool:
        """Say whether something is computed from the next step, by a factor or by a function, and no period of it.

        A name that has it, also as a float, stands for it.
        """
        if _is_factor(document, step):
            return True
        name = given_name(document, step)
        if name and name not in seen | names_in(step):
            return self._is_gone_on_with(document, step, name, seen)
        outer = document.parent(step)
        if not isinstance(outer, ast.Call) or self._is_counting(outer, step) or self._keeps(outer) is not None:
            return False
        name = given_name(document, outer)
        if name and _is_float(outer) and name not in seen:
            return self._is_gone_on_with(document, outer, name, seen)
        return isinstance(document.parent(outer), ast.BinOp)

    def _is_gone_on_with(self, document: Document, value: ast.AST, name: str, seen: frozenset[str]) -> bool:
        """Say whether something is computed from what a name has of the next step."""
        inside = document.within(document.scope(value), ast.Name)
        read = (each for each in inside if each.id == name and isinstance(each.ctx, ast.Load))
        return any(self._goes_on(document, each, seen | {name}) for each in read)

    def _counts_on(self, document: Document, node: ast.AST, seen: frozenset[str] = frozenset()) -> bool:
        """Say whether an expression has a name in its function from which turns are counted on: by a loop, or by hand."""
        name = given_name(document, node)
        uses = _uses(document, node, name) if name and name not in seen else ()
        return any(self._is_counted_on(document, each, seen | {name}) for each in uses)

    def _is_counted_on(self, document: Document, use: ast.Name, seen: frozenset[str]) -> bool:
        """Say whether a name is added to, gives a loop its first turn, or gives its value to one that does."""
        node: ast.AST = use
        outer = document.parent(use)
        if (renewed := augmented_by(document, use)) is not None:
            return isinstance(renewed.op, ast.Add)
        while _is_moved(outer):
            node, outer = outer, document.parent(outer)
        call = self.script.call(document.parent(outer) if isinstance(outer, ast.keyword) else outer)
        return (call is not None and bool(call.names & _TURNS)) or self._counts_on(document, node, seen)

    def _is_converted(self, document: Document, node: ast.AST) -> bool:
        """Say whether a node is the step as another number, moved by a constant, or so on one of two ways."""
        match node:
            case ast.BinOp(left, _, right) if _is_moved(node):
                return self._is_converted(document, left) or self._is_converted(document, right)
            case ast.IfExp(_, one, other):
                return self._is_converted(document, one) or self._is_converted(document, other)
        return _is_conversion(node) or self.is_value(document, node)

    def _is_tested(self, document: Document, node: ast.AST) -> bool:
        """Say whether an expression has a name in its function that is tested: what it is compared with is divided."""
        name = given_name(document, node)
        uses = _uses(document, node, name) if name and self.is_value(document, node) else ()
        return any(isinstance(each.ctx, ast.Load) and tested(self.script, document, each) is not None for each in uses)

    def _is_within_shrunk(self, read: ast.expr) -> bool:
        """Say whether what stands for one process's part is computed from a read: the steps that a run still has.

        A session that is fed, or fetches several things, has no number of steps computed from all of its graph.
        """
        counts = (each for each in self.shrunk if isinstance(each, ast.Name | ast.Call | ast.BinOp | ast.Attribute))
        for home, each in ((self.script.home(each), each) for each in counts):
            whole = self.script.slices.of(home, each) if home is not None else None
            if whole is not None and read in whole.nodes:
                runs = {node for node in whole.nodes if _is_large_run(node)}
                if read in whole.before_reaching(each, runs):
                    return True
        return False

    def _valued(self, document: Document, read: ast.expr) -> ast.expr:
        """Give the expression that has the value of a variable: its read, or what asks it, or a session, for its value."""
        node = read
        while True:
            outer = document.parent(node)
            leads = isinstance(outer, ast.keyword) or (isinstance(outer, ast.Attribute) and outer.attr in _VALUES)
            call = document.parent(outer) if leads else outer
            if not isinstance(call, ast.Call) or not (call.func is outer or self._is_run(call, node)):
                return node
            node = call

    def _is_run(self, node: ast.Call, fetch: ast.AST) -> bool:
        """Say whether a call has a session run a variable alone, and gives its value; it may be given by name."""
        given = _given(node)
        if given[-1:] != [fetch.value if isinstance(fetch, ast.keyword) else fetch]:
            return False
        call = self.script.call(node)
        if call is not None and _GLOBAL_STEP in call.names:
            return True
        return given == [fetches_of(node)]

    def _is_counting(self, node: ast.AST, read: ast.AST) -> bool:
        """Say whether a call gives what is read another value, compares it, or says by it where a loop begins or ends."""
        call = self.script.call(node)
        if call is None:
            return False
        if read in (equal_sides(self.script, node) or ()):
            return True
        return bool(call.names & _TURNS) or (bool(call.names & _SETTING) and call.argument("ref") is read)

    def _is_remainder(self, document: Document, node: ast.AST, read: ast.AST) -> bool:
        """Say whether an expression is the remainder of what is read, or a text with it; not where a function computes by it."""
        period = remainder(self.script, node)
        if period is None or not (period[0] is read or isinstance(period[0], ast.Constant)) or is_phase(document, node):
            return False
        return not isinstance(node, ast.Call) or is_asked(self.script, document, node)

    def _keeps(self, node: ast.Call) -> bool | None:
        """Say whether a call is given the step itself and no number computed by it; None if it computes by it."""
        if self._is_scheduled(node):
            return True
        if any(self.script.role_of(each) in _COMPUTING_ROLES for each in self.script.values(node.func)):
            return False
        call = self.script.call(node)
        return None if call is not None and _computes(call) and not call.receivers else True

    def _is_scheduled(self, node: ast.Call) -> bool:
        """Say whether a call is given a step by which it decays a value."""
        call = self.script.call(node)
        if call is None:
            return False
        return (call.entry is not None and call.entry.role == "schedule") or self._is_schedule(node.func)

    def _is_schedule(self, node: ast.expr) -> bool:
        """Say whether an expression is a schedule that takes the steps of one process for those of all by itself."""
        return not self.script.values(node).isdisjoint(self.schedules)

    def _is_shift(self, node: ast.AST) -> bool:
        """Say whether an operation adds to a number or limits it, so that it is no longer a multiple of the steps."""
        call = self.script.call(node)
        return (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub)) or (
            call is not None and not call.names.isdisjoint(_SHIFTING)
        )

    def _meets_shrunk(self, document: Document, node: ast.AST) -> bool:
        """Say whether an expression is computed from what stands for one process's part already."""
        if not isinstance(node, ast.expr):
            return False
        nearest = self.script.slices.of(document, node).nearest([node], self._is_part_or_samples)
        return not all(self._is_of_samples(each) for each in nearest)

    def _is_part_or_samples(self, node: ast.AST) -> bool:
        """Say whether a node stands for one process's part, or gives samples: what is made of these counts nothing."""
        return node in self.shrunk or is_size(self.script.call(node)) or self._is_of_samples(node)

    def _is_of_samples(self, node: ast.AST) -> bool:
        """Say whether a node gives an iterator of samples, takes samples of one, or is what a loop takes of them."""
        match node:
            case ast.Call(ast.Attribute(attr=attr)) if attr in _ITERATING:
                return True
            case ast.Call():
                call = self.script.call(node)
                return call is not None and call.names == {"builtins.next"}
            case ast.Name(name):
                home = self.script.home(node)
                scope = self.script.scope(home, node).home(name) if home is not None else None
                given = self.script.def_use.names.get((scope, name), ()) if scope is not None else ()
                return bool(given) and all(isinstance(each, Assignment) and self._is_item(each) for each in given)
        return False

    def _is_item(self, definition: Assignment) -> bool:
        """Say whether a name gets each item of what a loop runs over, and no number of a turn."""
        if not isinstance(definition.by, ast.For | ast.AsyncFor | ast.comprehension):
            return False
        call = self.script.call(definition.value)
        counted = call.names & _TURNS if call is not None else frozenset()
        return not counted or (counted <= _NUMBERING and definition.positions[:1] != (0,))


def _part(value: ast.expr, position: int) -> ast.expr | None:
    """Give the item of a tuple at a position; None without one."""
    return value.elts[position] if isinstance(value, ast.Tuple) and position < len(value.elts) else None


def _given(node: ast.Call) -> list[ast.expr]:
    return [*node.args, *(each.value for each in node.keywords)]


def _is_large_run(node: ast.AST) -> bool:
    """Say whether a call runs something in a session that it feeds, or fetches several things from."""
    fetches = fetches_of(node)
    if fetches is None or not isinstance(node, ast.Call):
        return False
    return len(_given(node)) > 1 or isinstance(fetches, ast.List | ast.Tuple)


def _joined(found: set[str]) -> str:
    """Join the verdicts on several reads."""
    return next(iter(found)) if len(found) == 1 else "some" if found else "none"


def _is_kept(document: Document, read: ast.AST) -> bool:
    """Say whether a read is all that is assigned or given back: another place has what it stands for."""
    outer = document.parent(read)
    return isinstance(outer, ast.Assign | ast.AnnAssign | ast.Return) and outer.value is read


def _is_of_kind(document: Document, read: ast.AST) -> bool:
    """Say whether only the kind of a variable is read, as its type."""
    outer = document.parent(read)
    return isinstance(outer, ast.Attribute) and outer.attr in _KIND


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _passes_on(outer: ast.AST, node: ast.AST) -> bool:
    """Say whether the node around another one has the same value, or leads to the call that is given it."""
    match outer:
        case ast.Attribute(attr=attribute):
            return attribute in _VALUES
        case ast.Call(func):
            return func is node
    return isinstance(outer, ast.keyword)


def _is_factor(document: Document, node: ast.AST) -> bool:
    """Say whether an expression, itself or as a float, is a factor or is divided: no count that goes on."""
    outer = next(each for each in document.ancestors(node) if not _is_conversion(each))
    return isinstance(outer, ast.BinOp) and isinstance(outer.op, ast.Mult | ast.Div | ast.Pow)


@answered_once
def first_epochs(script: Script) -> frozenset[ast.AST]:
    """Give what the first epochs of calls of `fit`, and of loops around a training step, are computed from."""
    steps = [step for training in script.trainings for step in (*training.steps, *training.runs)]
    loops = (place for step in steps for chain in chains(script, step.document, step.node) for place in chain)
    counts = (count for place in dict.fromkeys(loops) for count in range_counts(script, place))
    given = [(step.document, step.argument("initial_epoch")) for step in steps]
    given += [(count.document, count.start) for count in counts]
    return frozenset(
        node for document, first in given if first is not None for node in script.slices.of(document, first)
    )


def _uses(document: Document, node: ast.AST, name: str) -> Iterator[ast.Name]:
    """Yield where a name stands in the function around a node."""
    scope = document.scope(node)
    return (each for each in document.names(name) if document.contains(scope, each))


def _valued_by(node: ast.Call | ast.BinOp) -> ast.expr | None:
    """Give the variable whose value a call gives, or the name that a number of steps is counted on or back from."""
    match node:
        case ast.Call(ast.Attribute(value, attr), given) if attr in _VALUES and (attr == "eval" or not given):
            return value  # `eval` may be given its session
        case ast.BinOp(value, ast.Add() | ast.Sub(), ast.Constant(int())) if not isinstance(value, ast.BinOp):
            return value
    return None


def _is_conversion(node: ast.AST) -> bool:
    """Say whether a node only makes another number of what it is called with, or names what does."""
    match node:
        case ast.Call(ast.Name("float" | "int")) | ast.Call(
            ast.Name("cast") | ast.Attribute(attr="cast" | "to_float" | "astype")
        ):
            return True
    return False


def _is_float(node: ast.AST) -> bool:
    """Say whether a node makes a float of what it is called with, as far as its name tells."""
    match node:
        case ast.Call(ast.Name("int")):
            return False
    return _is_conversion(node)


def _is_moved(node: ast.AST) -> bool:
    """Say whether a node adds a constant to a number, or takes one away."""
    match node:
        case ast.BinOp(_, ast.Add() | ast.Sub(), ast.Constant()) | ast.BinOp(ast.Constant(), ast.Add(), _):
            return True
    return False


def _unsliced(definition: Assignment) -> tuple[ast.expr, tuple[int, ...]]:
    """Give what a part is taken of, and its positions there: of `x[1:]` it is one further on in `x`."""
    match definition.value, definition.positions:
        case ast.Subscript(whole, ast.Slice(ast.Constant(int() as first), None, None)), (position,) if first >= 0:
            return whole, (first + position,)
    return definition.value, tuple(definition.positions)


def _is_start(script: Script, definition: Definition) -> bool:
    """Say whether a name gets the number of steps that are taken before the first: none, or that in a checkpoint's name."""
    if not isinstance(definition, Assignment) or definition.part or not isinstance(definition.by, ast.Assign):
        return False
    match definition.value:
        case ast.Constant(value):
            return type(value) is int and not value
        case ast.Call(ast.Name("int"), [text], []):
            return _is_part_of_text(script.slices.bound(definition.document, text))
    return False


def _is_part_of_text(node: ast.expr | None) -> bool:
    """Say whether a text is a part of another, which is split, or found by a pattern."""
    match node:
        case ast.Subscript(ast.Call(ast.Attribute(attr="split" | "rsplit"))) | ast.Call(ast.Attribute(attr="group")):
            return True
    return False


def _computes(call: Call | None) -> bool:
    """Say whether a call is surely of functions that compute numbers."""
    names = call.names if call is not None else frozenset()
    return bool(names) and all(name.startswith(_COMPUTING) and not name.startswith(_NOT_COMPUTING) for name in names)


def is_shown(script: Script, document: Document, read: ast.expr) -> bool:
    """Say whether what is read is only shown, saved or part of a text."""
    for parent in document.ancestors(read):
        if isinstance(parent, ast.JoinedStr):
            return True
        if isinstance(parent, ast.Call):
            call = script.call(parent)
            facts = call.entry.facts if call is not None and call.entry is not None else {}
            name = parent.func.attr if isinstance(parent.func, ast.Attribute) else ""
            is_text = call is not None and not call.names.isdisjoint(_TEXTS)
            shows = name in _SHOWING and not _computes(call)  # `tf.log` computes
            if facts.keys() & {"prints", "writes"} or shows or is_text:
                return True
        if isinstance(parent, ast.stmt):
            return False
    return False


def awaited(script: Script, counts: Iterable[ast.expr]) -> tuple[Document, ast.expr] | None:
    """Give the condition of a loop that waits until an evaluation has seen the last step of a training.

    That is `while step < total: step = estimator.evaluate(…)["global_step"]`, where `total` counts the training, too.
    """
    divided = {ast.dump(each) for each in counts}
    for document in script.documents:
        for loop in document.nodes(ast.While):
            read = script.slices.of(document, loop.test).nodes if script.may_run(document, loop) else frozenset()
            steps = any(isinstance(each, ast.Subscript) and _is_step_item(each.slice) for each in read)
            if steps and any(ast.dump(each) in divided for each in read):
                return document, loop.test
    return None


def _is_step_item(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == "global_step"


def is_equality(test: ast.Compare) -> bool:
    """Say whether a number must be equal to another but zero, or one of some: the steps of all may pass it by."""
    sides = (test.left, *test.comparators)
    starts = any(isinstance(side, ast.Constant) and side.value == 0 for side in sides)
    return isinstance(test.ops[0], ast.Eq | ast.NotEq | ast.In | ast.NotIn) and not starts


def _is_identity(test: ast.Compare) -> bool:
    """Say whether it is asked which object something is, as whether there is a counter at all: its value is not."""
    return isinstance(test.ops[0], ast.Is | ast.IsNot)


_LEAVING = (ast.Break, ast.Return, ast.Raise)


def limits_loop(document: Document, test: ast.expr) -> bool:
    """Say whether a comparison, or a call for one, decides how long a loop runs."""
    for parent in document.ancestors(test):
        match parent:
            case ast.While():
                return True
            case ast.If(body=body):
                then, otherwise = controlled(document, parent)
                goes_on = isinstance(body[-1], ast.Continue) and any(isinstance(each, _LEAVING) for each in otherwise)
                leaves = goes_on or any(isinstance(each, _LEAVING) for each in then)
                return leaves and any(loops_around(document, parent))
            case ast.stmt():
                return False
    return False


def _part_edits(script: Script, document: Document, node: ast.expr) -> EditSet:
    """Give the edits that divide a number of steps by the number of processes."""
    hvd = horovod(script, document)
    edits = (*hvd.edits, *layout.wrap(document, node, "", f" // {hvd.text}.size()", ast.FloorDiv))
    return EditSet.of(document, [replace(edit, once=True) for edit in edits])


def all_steps(script: Script, document: Document, node: ast.expr) -> EditSet:
    """Give the edits that multiply a number of steps by the number of processes."""
    hvd = horovod(script, document)
    edits = (*hvd.edits, *layout.wrap(document, node, "", f" * {hvd.text}.size()", ast.Mult))
    return EditSet.of(document, [replace(edit, once=True) for edit in edits])
