"""What the expressions of a script are when one process runs it: `size()` is 1, every rank is 0.

This is partial evaluation (Jones, Gomard, Sestoft 1993, chapter 4) of a program for known answers of Horovod: an
expression has a known value, or is another expression within it, or does nothing, or is left.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

from farandole.analysis.def_use import Assignment
from farandole.analysis.nodes import is_constant
from farandole.analysis.points_to.values import Instance, Library
from farandole.catalog import Entry
from farandole.frameworks.script import Script
from farandole.source import Document

_PURE = frozenset({"getattr", "hasattr", "len"})
_AS_IT_IS = "_object"
"""How the names of functions end that give back what they are given, whatever it is, and no tensor."""

_SENT = frozenset({"tensor", "obj"})
_ANSWERS = {"0": 0, "1": 1, "false": False, "true": True}
_OPERATORS: dict[type[ast.AST], Callable[[int, int], object]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Lt: operator.lt,
    ast.LtE: operator.le,
}  # fmt: skip
_NEUTRAL: dict[type[ast.AST], int] = {ast.Mult: 1, ast.Div: 1, ast.FloorDiv: 1, ast.Add: 0, ast.Sub: 0}


@dataclass(frozen=True)
class Known:
    """A value that an expression has; `by_horovod` says that an answer of Horovod decides it."""

    value: object
    by_horovod: bool


@dataclass(frozen=True, eq=False)
class OneProcess:
    """Questions about the expressions of a script that one process runs."""

    script: Script
    _known: dict[ast.AST, Known | None] = field(default_factory=dict)
    _steps: dict[ast.AST, ast.expr | None] = field(default_factory=dict)
    _idle: dict[ast.AST, bool] = field(default_factory=dict)

    @cached_property
    def _entries(self) -> Mapping[str, tuple[Entry, ...]]:
        """What the catalogue has on the names of Horovod, for each framework, by Horovod's own names of them."""
        found: dict[str, tuple[Entry, ...]] = {}
        for entry in self.script.catalog.having("alone"):
            own = _own_name(entry.name)
            found[own] = (*found.get(own, ()), entry)
        return found

    def _alone(self, name: str) -> object:
        """Give what a name of Horovod is to the only process: a word of the catalogue, or None."""
        entries = self._entries.get(name, ())
        return entries[0].facts["alone"] if entries else None

    def _wraps(self, name: str) -> frozenset[str]:
        """Give the parameters for what a wrapper of Horovod takes the place of; none for anything else."""
        entries = self._entries.get(name, ())
        return frozenset(str(each.facts["wraps"]) for each in entries if "wraps" in each.facts)

    def _indifferent(self, name: str) -> frozenset[str]:
        """Give the parameters of a function of Horovod that make no difference to the only process."""
        entries = self._entries.get(name, ())
        return frozenset(text for each in entries for text in cast(tuple[str, ...], each.facts.get("indifferent", ())))

    def sends(self, name: str) -> bool:
        """Say whether a function of Horovod sends what it is given, and gives the only process that back."""
        return self._alone(name) == "argument" and not self._wraps(name)

    def is_pure(self, node: ast.AST) -> bool:
        """Say whether an expression surely does nothing but give a value."""
        called = (each.func for each in ast.walk(node) if isinstance(each, ast.Call))
        names = (getattr(each, "id", getattr(each, "attr", "")) for each in called)
        return all(name in _PURE or self._alone(name) in _ANSWERS for name in names)

    def api(self, document: Document, node: ast.AST) -> str:
        """Give Horovod's own name of what an expression names (`callbacks.MetricAverageCallback`); empty for others."""
        parts: list[str] = []
        at = node
        while isinstance(at, ast.Attribute):
            parts.insert(0, at.attr)
            at = at.value
        if isinstance(at, ast.Name) and at.id in self.imported[document]:
            return _own_name(".".join((self.imported[document][at.id], *parts)))
        names = {_own_name(name) for name in self.script.names_of(node)} if isinstance(node, ast.expr) else set()
        return names.pop() if len(names) == 1 else ""

    @cached_property
    def imported(self) -> dict[Document, dict[str, str]]:
        """The names by which each file imports Horovod, with what they mean."""
        found: dict[Document, dict[str, str]] = {}
        for document in self.script.documents:
            names = found[document] = {}
            for node in ast.walk(document.tree):
                for alias in imported_from_horovod(node):
                    whole = f"{node.module}.{alias.name}" if isinstance(node, ast.ImportFrom) else alias.name
                    names[alias.asname or alias.name.partition(".")[0]] = (
                        whole if alias.asname else (whole if isinstance(node, ast.ImportFrom) else "horovod")
                    )
        return found

    def known(self, document: Document, node: ast.expr) -> Known | None:
        """Give the value that an expression has, where it is known."""
        if node not in self._known:
            self._known[node] = None  # a name that is defined by itself
            self._known[node] = self._evaluated(document, node)
        return self._known[node]

    def answer(self, document: Document, node: ast.expr) -> Known | None:
        """Give the value of an expression that Horovod's answers decide, where they do."""
        known = self.known(document, node)
        return known if known is not None and known.by_horovod else None

    def depends(self, document: Document, node: ast.AST) -> bool:
        """Say whether a part of a node is decided by Horovod's answers."""
        return any(isinstance(each, ast.expr) and self.answer(document, each) for each in ast.walk(node))

    def _evaluated(self, document: Document, node: ast.expr) -> Known | None:  # noqa: PLR0911
        match node:
            case ast.Constant(value):
                return Known(value, False)
            case ast.Call(func):
                name = self.api(document, func)
                answer = _ANSWERS.get(str(self._alone(name)))
                return Known(answer, True) if answer is not None and not node.args else self._answered(node)
            case ast.BinOp(ast.Call() as share, ast.Sub(), ast.Constant(int() as less)):
                match self.remaining(document, share):
                    case ast.Constant(int() as number):
                        return Known(number - less, True)
                return None
            case ast.Name(ctx=ast.Load()):
                values = [self.known(*each) for each in self.definitions(document, node)]
                if values and all(each is not None and each.by_horovod and each == values[0] for each in values):
                    return values[0]
                return self._answered(node)
            case ast.Attribute(ctx=ast.Load()):
                return self._answered(node)
            case ast.UnaryOp(ast.Not(), operand):
                known = self.known(document, operand)
                return None if known is None else Known(not known.value, known.by_horovod)
            case ast.BinOp(left, op, right) | ast.Compare(left, [op], [right]):
                return self._computed(document, left, op, right)
            case ast.BoolOp(op, operands):
                return self._joined(document, op, operands)
            case ast.IfExp(test, body, orelse):
                chosen = self.answer(document, test)
                return self.known(document, body if chosen.value else orelse) if chosen is not None else None
        return None

    def _answered(self, node: ast.expr) -> Known | None:
        answers = {
            _ANSWERS.get(str(self._alone(_own_name(value.of.name.removesuffix("()")))))
            if isinstance(value, Instance) and isinstance(value.of, Library)
            else None
            for value in self.script.values(node)
        }
        value = answers.pop() if len(answers) == 1 else None
        return None if value is None else Known(value, True)

    def _computed(self, document: Document, left: ast.expr, op: ast.AST, right: ast.expr) -> Known | None:
        first, second = self.known(document, left), self.known(document, right)
        by_horovod = bool((first and first.by_horovod) or (second and second.by_horovod))
        if isinstance(op, ast.Mult) and by_horovod and any(each and each == Known(0, True) for each in (first, second)):
            return Known(0, True)
        compute = _OPERATORS.get(type(op))
        if first is None or second is None or compute is None or not by_horovod:
            return None
        if not (isinstance(first.value, int) and isinstance(second.value, int)):
            return None
        return Known(compute(first.value, second.value), True)

    def _joined(self, document: Document, op: ast.boolop, operands: list[ast.expr]) -> Known | None:
        deciding = isinstance(op, ast.Or)
        known = [self.known(document, each) for each in operands]
        if any(each is not None and each.by_horovod and bool(each.value) is deciding for each in known):
            return Known(deciding, True) if all(map(self.is_pure, operands)) else None
        for each in known:
            if each is None:
                return None
            if bool(each.value) is deciding:
                return Known(each.value, any(one is not None and one.by_horovod for one in known))
        last = known[-1]
        return None if last is None else Known(last.value, any(one is not None and one.by_horovod for one in known))

    def definitions(self, document: Document, node: ast.Name) -> list[tuple[Document, ast.expr]]:
        """Give all that is assigned to a name; nothing when it is bound in another way as well."""
        home = self.script.scope(document, node).home(node.id)
        found = self.script.def_use.names.get((home, node.id), ()) if home is not None else ()
        assigned = [(each.document, each.value) for each in found if isinstance(each, Assignment) and not each.part]
        return assigned if len(assigned) == len(found) else []

    def uses(self, document: Document, target: ast.Name) -> list[ast.Name]:
        """Give where the name of a target is read."""
        home = self.script.scope(document, target).home(target.id)
        return list(self.script.def_use.uses.get((home, target.id), ())) if home is not None else []

    def remaining(self, document: Document, node: ast.expr) -> ast.expr:
        """Give the expression within an expression that is left of it: itself, when nothing around it goes."""
        while (inner := self.step(document, node)) is not None:
            node = inner
        return node

    def step(self, document: Document, node: ast.expr) -> ast.expr | None:
        """Give the expression within an expression to which that comes down, where it does."""
        if node not in self._steps:
            self._steps[node] = None
            self._steps[node] = self._stepped(document, node)
        return self._steps[node]

    def _stepped(self, document: Document, node: ast.expr) -> ast.expr | None:  # noqa: PLR0911
        match node:
            case ast.IfExp(test, body, orelse):
                chosen = self.answer(document, test)
                if chosen is not None:
                    return body if chosen.value else orelse
                left = self.remaining(document, orelse)
                return left if left is not orelse and _is_none_or(node, left) else None
            case ast.BinOp(left, op, right):
                return self._operand(document, left, op, right)
            case ast.UnaryOp(ast.USub(), ast.BinOp(ast.UnaryOp(ast.USub(), number), ast.FloorDiv() as op, right)):
                return number if self.is_neutral(document, op, right) else None  # a share that is rounded up
            case ast.BoolOp(op, operands):
                return self._decisive(document, op, operands)
            case ast.Call():
                return self._called(document, node)
            case ast.Subscript(value, index):
                return value if self.is_whole(document, index) else None
            case ast.Lambda(args, ast.expr() as body):
                left = self.remaining(document, body)
                if isinstance(left, ast.Call) and left is not body and not isinstance(body, ast.IfExp):
                    return left.func if not left.keywords and _reads(left.args, args) else None
            case ast.ListComp(elt, [ast.comprehension(target, iterable, [], 0)]):
                left = self.remaining(document, elt)
                is_same = left is not elt and _same(left, target) and self._is_list(document, iterable)
                return iterable if is_same else None
            case ast.GeneratorExp(elt, [ast.comprehension(target, iterable, [], 0)]):
                return self._dealt(document, elt, target, iterable)
            case ast.List(elements):
                return self._unpacked(document, node, elements)
        return None

    def _operand(self, document: Document, left: ast.expr, op: ast.operator, right: ast.expr) -> ast.expr | None:
        if self.is_neutral(document, op, right):
            return left
        if isinstance(op, ast.Mult | ast.Add) and self.is_neutral(document, op, left):
            return right
        match op, right:
            case ast.Add(), ast.Call():  # first + max(1, (end - first) // size)
                match self.remaining(document, right):
                    case ast.BinOp(end, ast.Sub(), first) if _same(first, left) and self.step(document, right):
                        return end
            case ast.Add(), ast.Constant():  # ((step - 1) * size + rank + 1)
                match self.remaining(document, left):
                    case ast.BinOp(turn, ast.Sub(), first) if _same(first, right) and self.step(document, left):
                        return turn
        return None

    def is_neutral(self, document: Document, op: ast.operator, right: ast.expr) -> bool:
        """Say whether an operator with a right operand that Horovod's answers decide leaves the left one as it is."""
        answer = self.answer(document, right)
        return answer is not None and type(op) in _NEUTRAL and answer.value == _NEUTRAL[type(op)]

    def _decisive(self, document: Document, op: ast.boolop, operands: list[ast.expr]) -> ast.expr | None:
        """Give the only operand that is not neutral, where the others are by Horovod's answers, or run nothing else."""
        match op, operands:
            case ast.Or(), [ast.Call() as run, value] if self.is_idle(document, run):
                return value  # what runs an operation gives None
        neutral = isinstance(op, ast.And)
        answers = [self.answer(document, each) for each in operands]
        left = [
            each for each, known in zip(operands, answers, strict=True) if not known or bool(known.value) != neutral
        ]
        return left[0] if len(left) == 1 and len(operands) > 1 and any(answers) else None

    def _called(self, document: Document, node: ast.Call) -> ast.expr | None:  # noqa: PLR0911
        name = self.api(document, node.func)
        given = {keyword.arg for keyword in node.keywords}
        indifferent = self._indifferent(name)
        if (wrapped := self._wraps(name)) and given <= indifferent | wrapped | self._once(document, node):
            named = [keyword.value for keyword in node.keywords if keyword.arg in wrapped]
            return next(iter([*node.args[:1], *named]), None)
        if self.sends(name) and given <= indifferent | _SENT:
            named = [keyword.value for keyword in node.keywords if keyword.arg in _SENT]
            sent = next(iter([*node.args[:1], *named]), None)
            asked = getattr(document.parent(node), "test", None) is node
            match sent:
                case ast.Call(ast.Name("bool"), [value], []) if asked:
                    return value
            is_asked_as_tensor = isinstance(document.parent(node), ast.Attribute) and not name.endswith(_AS_IT_IS)
            return None if sent is not None and is_asked_as_tensor and not self._is_tensor(sent) else sent
        match node:
            case ast.Call(ast.Name("max"), [ast.Constant(1), share], []) if self.depends(document, share):
                return share
            case ast.Call(ast.Name() as function, [sent], []) if self._gives_argument(document, function):
                return sent
            case ast.Call(ast.Attribute(value, method)):
                return self._chained(document, node, value, method)
        return None

    def _is_tensor(self, node: ast.expr) -> bool:
        """Say whether a value is an object of a library, and no number of Python that Horovod makes a tensor of."""
        return self.script.must_be(node, lambda value: isinstance(value, Instance))

    def _sends_number(self, document: Document, node: ast.expr) -> bool:
        """Say whether a call sends what is surely a number of Python, and nothing else."""
        match node:
            case ast.Call(func, [ast.Constant(int() | float()) | ast.Call(ast.Name("float" | "int" | "len"))], _):
                return self.sends(self.api(document, func))
        return False

    def _once(self, document: Document, node: ast.Call) -> frozenset[str]:
        """Name the options of a wrapper that change nothing since they are 1."""
        ones = (
            each.arg
            for each in node.keywords
            if (known := self.known(document, each.value)) is not None and known.value == 1
        )
        return frozenset(name for name in ones if name == "backward_passes_per_step")

    def _chained(  # noqa: PLR0911
        self, document: Document, node: ast.Call, value: ast.expr, method: str
    ) -> ast.expr | None:
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        answers = [self.answer(document, each) for each in given]
        values = [answer.value if answer is not None else None for answer in answers]
        match method, given:
            case "numpy" | "item", [] if self._sends_number(document, value):
                return value.args[0] if isinstance(value, ast.Call) else None
            case "shard", [_, _] if values == [1, 0]:
                match value:
                    case ast.Call(ast.Attribute(ast.Call(ast.Attribute(inner, "batch"), [many, *_]), "unbatch"), []):
                        return inner if self.answer(document, many) else value
                return value
            case "take", [ast.BinOp(ast.Call(ast.Attribute(attr="cardinality")), ast.FloorDiv(), many)]:
                return value if self.answer(document, many) and self.step(document, value) else None
            case "apply", [ast.Lambda(ast.arguments(args=[parameter]), body)]:
                left = self.remaining(document, body)
                return value if left is not body and isinstance(left, ast.Name) and left.id == parameter.arg else None
            case "apply", [ast.Name() as function] if self._gives_argument(document, function):
                return value
            case "islice", [items, _, ast.Constant(None), _] if (values[1], values[3]) == (0, 1):
                return items
            case "join", [path, ast.Call(ast.Name("str"), [number])] if self.answer(document, number):
                around = document.parent(node)
                keeps_state = isinstance(around, ast.Call) and document.segment(around.func).endswith(
                    "BackupAndRestore"
                )
                return path if keeps_state else None
            case "run", [ast.Name() as agreed, ast.Dict([ast.Name() as decision], [asked])]:
                sent = [self.remaining(*each) for each in self.definitions(document, agreed)]
                return asked if sent and all(_same(each, decision) for each in sent) else None
        return None

    def is_whole(self, document: Document, index: ast.expr) -> bool:
        """Say whether an index takes everything, since the only process takes the part that was its share."""
        match index:
            case ast.Name(ctx=ast.Load()):
                found = self.definitions(document, index)
                return bool(found) and all(
                    not isinstance(each, ast.Name) and self.is_whole(*(where, each)) for where, each in found
                )
            case ast.Call(ast.Name("slice"), [first, end, by]):
                return self._takes_all(document, first, end, by)
            case ast.Slice(ast.expr() as first, end, ast.expr() as by):
                return self._takes_all(document, first, end, by)
        return False

    def _takes_all(self, document: Document, first: ast.expr, end: ast.expr | None, by: ast.expr) -> bool:
        start, stride = self.answer(document, first), self.answer(document, by)
        if start is None or stride is None or (start.value, stride.value) != (0, 1):
            return False
        if end is None:
            return True
        known, left = self.known(document, end), self.remaining(document, end)
        is_length = isinstance(left, ast.Call) and isinstance(left.func, ast.Name) and left.func.id == "len"
        return (known is not None and known.value is None) or (is_length and left is not end)

    def _is_list(self, document: Document, node: ast.expr) -> bool:
        """Say whether an expression is surely a list."""
        match node:
            case ast.List() | ast.ListComp():
                return True
            case ast.Name():
                found = self.definitions(document, node)
                return bool(found) and all(isinstance(each, ast.List | ast.ListComp) for _, each in found)
            case ast.Call():
                call = self.script.call(node)
                return call is not None and call.names == {"tensorflow.gradients"}
        return False

    def _dealt(self, document: Document, item: ast.expr, target: ast.expr, iterable: ast.expr) -> ast.expr | None:
        """Give the batches of which each process takes its own out of every group of as many as there are processes."""
        match item, iterable:
            case (
                ast.Subscript(ast.Name() as group, index),
                ast.Call(
                    ast.Name("zip"),
                    [
                        ast.Starred(
                            ast.BinOp(
                                ast.List(
                                    [
                                        ast.Call(ast.Name("iter"), [batches])
                                        | ast.Call(ast.Name("map"), [ast.Attribute(attr="deepcopy"), batches])
                                    ]
                                ),
                                ast.Mult(),
                                many,
                            )
                        )
                    ],
                ),
            ) if _same(group, target) and self.answer(document, index) and self.answer(document, many):
                return batches
        return None

    def _unpacked(self, document: Document, node: ast.List, elements: list[ast.expr]) -> ast.expr | None:
        """Give the callbacks or hooks that a list unpacks, when what else it has does nothing."""
        left = [each for each in elements if not self.is_idle(document, each)]
        around = document.parent(node)
        is_argument = isinstance(around, ast.keyword) and around.arg in ("callbacks", "hooks")
        match left:
            case [ast.Starred(value)] if is_argument and len(left) < len(elements):
                return value
        return None

    def is_idle(self, document: Document, node: ast.expr) -> bool:
        """Say whether an expression is an object or an operation that does nothing for the only process."""
        if node not in self._idle:
            self._idle[node] = False
            self._idle[node] = self._does_nothing(document, node)
        return self._idle[node]

    def is_operation(self, document: Document, node: ast.expr) -> bool:
        """Say whether an expression is an operation of a graph, whose result has a place among others."""
        match node:
            case ast.Name():
                found = self.definitions(document, node)
                return any(
                    not isinstance(each, ast.Name) and self.is_operation(*(where, each)) for where, each in found
                )
            case ast.Call(func):
                return self.api(document, func) == "broadcast_global_variables"
        return False

    def _does_nothing(  # noqa: PLR0911
        self, document: Document, node: ast.expr
    ) -> bool:
        match node:
            case ast.Name(ctx=ast.Load()):
                found = self.definitions(document, node)
                return bool(found) and all(self.is_idle(*each) for each in found)
            case ast.Attribute():
                return self.api(document, node).startswith("Compression.")
            case ast.IfExp(test, body, orelse):
                return self.is_pure(test) and self.is_idle(document, body) and self.is_idle(document, orelse)
            case ast.Starred(value):
                left = self.remaining(document, value)
                return left is not value and isinstance(left, ast.List) and not left.elts
            case ast.Call(func):
                name = self.api(document, func)
                if self._alone(name) == "nothing" or (
                    name == "callbacks.LearningRateWarmupCallback" and self._warms_nothing(node)
                ):
                    return True
                return self._waits(node) or self._runs_nothing(document, node) or self._calls_idle(document, node)
        return False

    def _waits(self, node: ast.Call) -> bool:
        """Say whether a call waits for the averages of a wrapped optimizer of PyTorch."""
        call = self.script.call(node)
        return call is not None and call.names == {"torch.optim.Optimizer.synchronize"}

    def _warms_nothing(self, node: ast.Call) -> bool:
        """Say whether a warm-up keeps the rate that the optimizer has: up to 0.20 it asks that, later it is given it.

        A rate that is given is the optimizer's when a call of the script has it for an optimizer, too.
        """
        rate = next((each.value for each in node.keywords if each.arg == "initial_lr"), None)
        if rate is None:
            return not node.args
        optimizers = self.script.creations("optimizer")
        return any(
            _same(rate, given)
            for each in optimizers
            for given in (*each.node.args, *(k.value for k in each.node.keywords))
        )

    def _runs_nothing(self, document: Document, node: ast.Call) -> bool:
        """Say whether a call is of a method of what does nothing, runs that, or puts it into a list."""
        match node:
            case ast.Call(ast.Attribute(idle)) if self.is_idle(document, idle):
                return True
            case ast.Call(ast.Attribute(attr="run"), [operation, *_]):
                sends = isinstance(operation, ast.Call) and self.sends(self.api(document, operation.func))
                constant = sends and all(isinstance(each, ast.Constant) for each in operation.args)  # type: ignore[attr-defined]
                return constant or self.is_idle(document, operation)
            case ast.Call(ast.Attribute(attr="append" | "add"), [item]) | ast.Call(
                ast.Attribute(attr="insert"), [_, item]
            ):
                return self.is_idle(document, item)
        return False

    def _calls_idle(self, document: Document, node: ast.Call) -> bool:
        return isinstance(node.func, ast.Name) and self._is_always(document, node.func, self.is_idle_function)

    def _gives_argument(self, document: Document, function: ast.Name) -> bool:
        return self._is_always(document, function, self.is_passing_function)

    def _is_always(self, document: Document, name: ast.Name, holds: Callable[[Document, ast.AST], bool]) -> bool:
        """Say whether all that a name is bound to has a property."""
        home = self.script.scope(document, name).home(name.id)
        found = self.script.def_use.names.get((home, name.id), ()) if home is not None else ()
        return bool(found) and all(holds(each.document, each.target) for each in found)

    def is_passing_function(self, document: Document, node: ast.AST) -> bool:
        """Say whether a function gives the only process back what it is given: all of what was its share."""
        match node:
            case ast.FunctionDef(args=ast.arguments(args=[ast.arg(parameter)])):
                body = [each for each in node.body if not is_constant(each) and not self._is_skipped(document, each)]
            case _:
                return False
        left: ast.expr | None
        match _unframed(body):
            case [ast.Return(ast.expr() as value)] if not isinstance(value, ast.Name) or self.depends(document, node):
                left = self.remaining(document, value)
            case [ast.For(target, iterable, [ast.Expr(ast.Yield(ast.expr() as item))], [])]:
                left = self._dealt(document, item, target, iterable)
            case _:
                return False
        return isinstance(left, ast.Name) and left.id == parameter

    def _is_skipped(self, document: Document, node: ast.stmt) -> bool:
        """Say whether a statement is a choice of which the only process takes no branch."""
        match node:
            case ast.If(test, _, []):
                answer = self.answer(document, test)
                return answer is not None and not answer.value
        return False

    def is_idle_function(self, document: Document, node: ast.AST) -> bool:
        """Say whether a function only waits for the other processes."""
        if not isinstance(node, ast.FunctionDef):
            return False
        if node not in self._idle:
            self._idle[node] = False
            body = [each for each in node.body if not is_constant(each)]
            self._idle[node] = bool(body) and all(self._is_waiting(document, each) for each in body)
        return self._idle[node]

    def _is_waiting(self, document: Document, node: ast.stmt) -> bool:
        match node:
            case ast.Expr(ast.Call(func) as call):
                sends = self.sends(self.api(document, func)) and all(
                    isinstance(each, ast.Constant) for each in call.args
                )
                return sends or self.is_idle(document, call)
            case ast.Assign() if _is_session_config(node):
                return True
            case ast.With(items, body):
                return all(map(is_frame, items)) and all(self._is_waiting(document, each) for each in body)
        return False


def imported_from_horovod(node: ast.AST) -> Iterator[ast.alias]:
    """Yield the names that a node imports from Horovod."""
    match node:
        case ast.Import(names):
            yield from (each for each in names if each.name.partition(".")[0] == "horovod")
        case ast.ImportFrom(str(module), names) if module.partition(".")[0] == "horovod":
            yield from names


def is_frame(item: ast.withitem) -> bool:
    """Say whether a context only frames what is built or run in it: a graph or a session."""
    match item.context_expr:
        case ast.Call(ast.Attribute(attr="as_default" | "Session")):
            return True
    return False


def _is_session_config(node: ast.stmt) -> bool:
    """Say whether a statement names the configuration of a session."""
    match node:
        case ast.Assign([ast.Name("config")], ast.Call(ast.Attribute(attr="ConfigProto"))):
            return True
    return False


def _unframed(body: list[ast.stmt]) -> list[ast.stmt]:
    """Give the statements that are left of a block without the graph and the session around them."""
    match [each for each in body if not _is_session_config(each)]:
        case [ast.With(items, inner)] if all(map(is_frame, items)):
            return _unframed(inner)
        case left:
            return left


def _own_name(name: str) -> str:
    """Give a name of Horovod without the name of the module for a framework."""
    for module in ("horovod.tensorflow.keras.", "horovod.tensorflow.", "horovod.keras.", "horovod.torch.", "horovod."):
        if name.startswith(module):
            return name.removeprefix(module)
    return ""


def _same(first: ast.AST, second: ast.AST) -> bool:
    """Say whether two expressions are written with the same tokens, whatever is done to them."""
    return ast.unparse(first) == ast.unparse(second)


def _reads(arguments: list[ast.expr], parameters: ast.arguments) -> bool:
    """Say whether arguments are the parameters of a function, in their order."""
    names = [each.id if isinstance(each, ast.Name) else "" for each in arguments]
    return names == [each.arg for each in parameters.args] and not parameters.kwonlyargs


def _is_none_or(node: ast.IfExp, left: ast.expr) -> bool:
    """Say whether a choice is `None` where the value that is left is None, and that value where it is not."""
    match node:
        case ast.IfExp(ast.Compare(asked, [ast.Is()], [ast.Constant(None)]), ast.Constant(None)):
            return _same(asked, left)
    return False
