"""Which processes reach which code, by the conditions on Horovod's ranks around it.

Four kinds of process stand for all: rank 0, the others of its host, the first process of each other host, and the
others there. A condition holds for a kind, does not, or is not known; what is not known may hold.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from farandole.analysis.nodes import given_alone
from farandole.analysis.points_to.relations import Variable
from farandole.analysis.points_to.values import Bound, Class, Constant, Function, Instance, Library
from farandole.analysis.program import Call, Program
from farandole.analysis.scopes import FunctionNode, Scope, parameters
from farandole.frameworks.horovod.use import MODULES
from farandole.source import Document
from farandole.source.binding import names_in

RANKS = ("rank", "local_rank", "cross_rank")
OTHERS = range(1, 65)
"""Ranks other than 0, enough of them to tell what holds on every one."""


class Process(Enum):
    """A kind of process: which of its three ranks are 0 (`rank`, `local_rank`, `cross_rank`, in this order)."""

    ROOT = (True, True, True)
    PEER = (False, False, True)
    LEADER = (False, True, False)
    OTHER = (False, False, False)

    def numbers(self, rank: str) -> Iterable[int]:
        """Give the numbers that one of Horovod's ranks may be on such a process."""
        return (0,) if self.value[RANKS.index(rank)] else OTHERS


EVERY = frozenset(Process)
FIRST_OF_HOST = frozenset({Process.ROOT, Process.LEADER})

_COMPARISONS: dict[type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
}
_MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Gt: ast.Lt, ast.Lt: ast.Gt, ast.GtE: ast.LtE, ast.LtE: ast.GtE}
_EXITS = frozenset({"sys.exit", "os._exit", "builtins.exit", "builtins.quit"})


@dataclass(frozen=True, eq=False)
class Ranks:
    """Questions about the processes of a script.

    `silenced` are functions that only rank 0 calls once their calls are guarded.
    """

    program: Program
    silenced: frozenset[ast.AST] = frozenset()
    _truths: dict[tuple[ast.AST, Process], bool | None] = field(default_factory=dict)

    def truth(self, document: Document, node: ast.expr, process: Process = Process.OTHER) -> bool | None:
        """Tell whether a condition holds on every process of a kind (True), on none (False), or neither is known."""
        key = node, process
        if key not in self._truths:
            self._truths[key] = None  # a name that is defined by itself
            self._truths[key] = self._truth(document, node, process)
        return self._truths[key]

    def _truth(  # noqa: PLR0911
        self, document: Document, node: ast.expr, process: Process
    ) -> bool | None:
        match node:
            case ast.Constant(value):
                return bool(value)
            case ast.UnaryOp(ast.Not(), operand):
                truth = self.truth(document, operand, process)
                return None if truth is None else not truth
            case ast.BoolOp(op, operands):
                deciding = isinstance(op, ast.Or)
                truths = [self.truth(document, operand, process) for operand in operands]
                return deciding if deciding in truths else (None if None in truths else not deciding)
            case ast.IfExp(test, body, orelse):
                chosen = self.truth(document, test, process)
                truths = [self.truth(document, body, process), self.truth(document, orelse, process)]
                if chosen is not None:
                    return truths[0 if chosen else 1]
                return truths[0] if truths[0] == truths[1] else None
            case ast.Compare(left, [op], [right]):
                return self._compared(left, type(op), right, process)
        if rank := self.rank(node):
            return process.numbers(rank) is OTHERS
        if isinstance(node, ast.Call):
            return self._called(document, node, process)
        if self._is_horovod(node):
            return True
        switched = self._switches.get(self._name_of(document, node))
        if switched is not None:
            return switched
        definition = self.definition(document, node)
        return None if definition is None else self.truth(*definition, process)

    @cached_property
    def _switches(self) -> dict[tuple[str, ast.AST | None], bool]:
        """The names under whose condition alone Horovod is initialised: where it is used, they have this truth."""
        found = [
            set(self._asked_around(call.document, call.node))
            for call in self.program.calls_to(*(f"{module}.init" for module in MODULES))
        ]
        return dict(set.intersection(*found)) if found else {}

    def _asked_around(self, document: Document, node: ast.AST) -> Iterator[tuple[tuple[str, ast.AST | None], bool]]:
        """Yield the names in conditions around a node, each with the truth that it has there."""
        child = node
        for parent in document.ancestors(node):
            if isinstance(parent, ast.If) and child is not parent.test:
                pending = [(parent.test, child in parent.body)]
                while pending:
                    match pending.pop():
                        case ast.UnaryOp(ast.Not(), operand), holds:
                            pending.append((operand, not holds))
                        case ast.BoolOp(op, operands), holds if isinstance(op, ast.And) is holds:
                            pending.extend((operand, holds) for operand in operands)
                        case ast.Name() | ast.Attribute() as test, holds:
                            yield self._name_of(document, test), holds
            child = parent

    def _name_of(self, document: Document, node: ast.expr) -> tuple[str, ast.AST | None]:
        """Give what tells a name or a chain of attributes from others: its text, and the scope of a name alone."""
        if not isinstance(node, ast.Name | ast.Attribute):
            return "", None
        home = self.program.scope(document, node).home(node.id) if isinstance(node, ast.Name) else None
        return document.segment(node), getattr(home, "node", None)

    def is_rank(self, node: ast.expr) -> bool:
        """Say whether an expression is a rank that Horovod gave to the process."""
        return bool(self.rank(node))

    def rank(self, node: ast.expr) -> str:
        """Tell which of a process's ranks an expression is, by Horovod's name for it; empty for anything else.

        It may be 0 where the script runs without Horovod.
        """
        names = {
            value.of.name.rpartition(".")[2].removesuffix("()")
            if isinstance(value, Instance) and isinstance(value.of, Library) and value.of.name.startswith("horovod.")
            else ""
            for value in self.program.values(node)
            if value != Constant(0)
        }
        return names.pop() if len(names) == 1 and names <= set(RANKS) else ""

    def _is_horovod(self, node: ast.expr) -> bool:
        """Say whether an expression is Horovod's module, or what stands for it where the script runs without."""
        values = self.program.values(node)
        absent = (Constant(None), Constant(False))
        modules = [each for each in values if each not in absent]
        return bool(modules) and all(isinstance(each, Library) and each.name in MODULES for each in modules)

    def reaches(self, document: Document, node: ast.AST) -> bool:
        """Say whether every process may run a node, not only the first one of all or of a host."""
        return self._is_reached(document, node, Process.OTHER)

    def reaching(self, document: Document, node: ast.AST) -> frozenset[Process]:
        """Give the kinds of process that may run a node."""
        return frozenset(process for process in Process if self._is_reached(document, node, process))

    def _is_reached(self, document: Document, node: ast.AST, process: Process) -> bool:
        way = self._way(document, node, process)
        return way is not None and all(function in self._reached[process] for function in way)

    def is_decided(self, document: Document, call: Call) -> bool:
        """Say whether the author has asked for the rank, in a call or in a condition around it."""
        if not self._asks_for_rank:
            return False
        conditions: list[ast.AST] = [call.node]
        for parent in document.ancestors(call.node):
            if isinstance(parent, ast.If | ast.IfExp | ast.While):
                conditions.append(parent.test)
            elif isinstance(parent, ast.BoolOp):
                conditions.append(parent)
        parts = (each for condition in conditions for each in ast.walk(condition))
        return any(isinstance(each, ast.expr) and self.is_rank(each) for each in parts)

    def _way(self, document: Document, node: ast.AST, process: Process) -> tuple[ast.AST, ...] | None:
        """Give the functions in whose bodies a node is, None if a condition keeps a process from it."""
        functions = []
        child = node
        for parent in document.ancestors(node):
            if self._excludes(document, parent, child, process):
                return None
            if isinstance(parent, FunctionNode) and _is_body(parent, child):
                functions.append(parent)
            child = parent
        return tuple(functions)

    @cached_property
    def _reached(self) -> dict[Process, frozenset[ast.AST]]:
        """The functions that each kind of process may call."""
        if not self._asks_for_rank and not self.silenced:
            return dict.fromkeys(Process, self._reached_by(Process.OTHER))
        return {process: self._reached_by(process) for process in Process}

    def _reached_by(self, process: Process) -> frozenset[ast.AST]:
        callers = {
            node: [self._way(call.document, call.node, process) for call in self.program.callers(node)]
            for node in self.program.flow.scopes
            if isinstance(node, FunctionNode)
        }
        pending = callers.keys() - (self.silenced if process is not Process.ROOT else frozenset())
        reached = {node for node in pending if not callers[node] or self.escapes(node)}
        while True:
            new = {
                node
                for node in pending - reached
                if any(way is not None and reached.issuperset(way) for way in callers[node])
            }
            if not new:
                return frozenset(reached)
            reached |= new

    def decides(self, document: Document, node: ast.expr) -> bool:
        """Say whether an expression has another value on the other ranks than on rank 0, by a condition of its own."""
        definition = self.definition(document, node)
        if definition is not None:
            document, node = definition
        return isinstance(node, ast.IfExp) and self.truth(document, node.test) is not None

    def choosing(self, document: Document, node: ast.expr) -> frozenset[Process]:
        """Give the kinds of process that may have the value before `if` in an expression; all where it has none."""
        if not isinstance(node, ast.IfExp):
            return EVERY
        return frozenset(process for process in Process if self.truth(document, node.test, process) is not False)

    def escapes(self, function: ast.AST) -> bool:
        """Say whether a function is more than called: passed on, stored, or kept by a class that a library knows."""
        return function in self._escaping

    def _compared(self, left: ast.expr, kind: type[ast.cmpop], right: ast.expr, process: Process) -> bool | None:
        if self.is_rank(right):
            left, kind, right = right, _MIRRORED.get(kind, kind), left
        numbers = self.program.constants(right)
        compare = _COMPARISONS.get(kind)
        rank = self.rank(left)
        if compare is None or not rank or len(numbers) != 1:
            return None
        number = next(iter(numbers))
        if not isinstance(number, int | float):
            return None
        answers = {compare(each, number) for each in process.numbers(rank)}
        return answers.pop() if len(answers) == 1 else None

    def _called(self, document: Document, node: ast.Call, process: Process) -> bool | None:
        """Look into `bool(…)`, `int(…)` and the project's functions that only return a condition."""
        call = self.program.call(node)
        if call is None:
            return None
        if call.names & {"builtins.bool", "builtins.int"} and len(node.args) == 1:
            return self.truth(document, node.args[0], process)
        truths = set()
        for function in call.functions:
            given = given_alone(function.site.node)
            home = function.site.module.document
            truths.add(self.truth(home, given, process) if given is not None else None)
        return truths.pop() if len(truths) == 1 else None

    def definition(self, document: Document, node: ast.expr) -> tuple[Document, ast.expr] | None:
        """Give the one expression that is ever assigned to a name or an attribute of `self`."""
        match node:
            case ast.Name(name):
                home = self.program.scope(document, node).home(name)
                if home is None:
                    return None
                bound = list(self._bound(home, name))
                return (home.module.document, bound[0]) if len(bound) == 1 and bound[0] is not None else None
            case ast.Attribute(ast.Name("self"), attribute):
                owner = next((each for each in document.ancestors(node) if isinstance(each, ast.ClassDef)), None)
                stored = self._stored.get((owner, attribute), [])
                return (document, stored[0]) if len(stored) == 1 and stored[0] is not None else None
        return None

    def _bound(self, home: Scope, name: str) -> Iterator[ast.expr | None]:
        """Yield what is assigned to a name of a scope; None for each other way of binding it."""
        document = home.module.document
        if isinstance(home.node, FunctionNode) and name in {parameter.arg for parameter in parameters(home.node)}:
            yield None
        for node in self._binders[document].get(name, ()):
            match node:
                case ast.Name():
                    if self.program.scope(document, node).home(name) is home:
                        parent = document.parent(node)
                        yield parent.value if isinstance(parent, ast.Assign) else None
                case _:
                    yield None

    @cached_property
    def _stored(self) -> dict[tuple[ast.AST | None, str], list[ast.expr | None]]:
        """What is assigned to attributes within a class; None for each other way of binding one."""
        table: dict[tuple[ast.AST | None, str], list[ast.expr | None]] = {}
        for document in self.program.documents:
            for node in document.nodes(ast.Attribute):
                if isinstance(node.ctx, ast.Store):
                    owner = next((each for each in document.ancestors(node) if isinstance(each, ast.ClassDef)), None)
                    parent = document.parent(node)
                    value = parent.value if isinstance(parent, ast.Assign) else None
                    table.setdefault((owner, node.attr), []).append(value)
        return table

    @cached_property
    def _binders(self) -> dict[Document, dict[str, list[ast.AST]]]:
        """What binds a name, somewhere in a file."""
        tables: dict[Document, dict[str, list[ast.AST]]] = {}
        for document in self.program.documents:
            table = tables[document] = {}
            for node in document.within(document.tree):
                match node:
                    case ast.Name(name, ast.Store() | ast.Del()):
                        table.setdefault(name, []).append(node)
                    case ast.alias(name, alias):
                        table.setdefault(alias or name, []).append(node)
                    case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                        table.setdefault(name, []).append(node)
        return tables

    def _excludes(  # noqa: PLR0911
        self, document: Document, parent: ast.AST, child: ast.AST, process: Process
    ) -> bool:
        """Say whether a child of a node is not run on a process, though the node is."""
        if isinstance(parent, ast.If) and child in parent.body and "__name__" in names_in(parent.test):
            return document is not self.program.entry
        if not self._asks_for_rank:
            return False
        match parent:
            case ast.If(test, body, orelse):
                truth = self.truth(document, test, process) if child is not test else None
                if (child in body and truth is False) or (child in orelse and truth is True):
                    return True
            case ast.IfExp(test, body, orelse):
                truth = self.truth(document, test, process) if child is not test else None
                return (child is body and truth is False) or (child is orelse and truth is True)
            case ast.BoolOp(op, operands):
                stopping = isinstance(op, ast.Or)
                before = operands[: next((index for index, each in enumerate(operands) if each is child), 0)]
                return any(self.truth(document, operand, process) is stopping for operand in before)
            case ast.While(test, body) if child in body and self.truth(document, test, process) is False:
                return True
        return isinstance(child, ast.stmt) and self._left_before(document, child, process)

    @cached_property
    def _asks_for_rank(self) -> bool:
        """Whether the script asks Horovod for a rank at all."""
        return any(
            name.startswith("horovod.") and name.rpartition(".")[2] in RANKS
            for call in self.program.calls
            for name in call.names
        )

    def _left_before(self, document: Document, statement: ast.stmt, process: Process) -> bool:
        """Say whether a process has left the block before a statement of it."""
        for earlier in self._leaving(document.block(statement)):
            if (earlier.lineno, earlier.col_offset) >= (statement.lineno, statement.col_offset):
                return False
            truth = self.truth(document, earlier.test, process)
            left = {True: earlier.body, False: earlier.orelse}.get(truth) if truth is not None else None
            if left and self._leaves(left[-1]):
                return True
        return False

    def _leaving(self, block: Sequence[ast.stmt]) -> tuple[ast.If, ...]:
        """Give the statements of a block that leave it in one of their branches."""
        if block[0] not in self._leaving_in:
            self._leaving_in[block[0]] = tuple(
                each
                for each in block
                if isinstance(each, ast.If)
                and any(branch and self._leaves(branch[-1]) for branch in (each.body, each.orelse))
            )
        return self._leaving_in[block[0]]

    @cached_property
    def _leaving_in(self) -> dict[ast.stmt, tuple[ast.If, ...]]:
        return {}

    def _leaves(self, statement: ast.stmt) -> bool:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            call = self.program.call(statement.value)
            return call is not None and bool(call.names & _EXITS)
        return isinstance(statement, ast.Return | ast.Raise | ast.Continue | ast.Break)

    @cached_property
    def _escaping(self) -> frozenset[ast.AST]:
        """The functions that appear elsewhere than as what is called, and the methods that a library may call.

        It makes no objects of the project's classes: what they are made by is seen.
        """
        called = {call.node.func for call in self.program.calls}
        found: set[ast.AST] = set()
        for document in self.program.documents:
            for node in document.nodes(ast.Name, ast.Attribute, ast.Lambda, ast.ClassDef):
                if not self.program.may_run(document, node):
                    continue
                if isinstance(node, ast.Name | ast.Attribute) and node not in called and isinstance(node.ctx, ast.Load):
                    if not (isinstance(document.parent(node), ast.Attribute) or _is_decorator(document, node)):
                        for value in self.program.values(node):
                            member = value.member if isinstance(value, Bound) else value
                            if isinstance(member, Function):
                                found.add(member.site.node)
                elif isinstance(node, ast.Lambda) and node not in called:
                    found.add(node)
                elif isinstance(node, ast.ClassDef):
                    methods = (each for each in node.body if isinstance(each, FunctionNode))
                    may_call = self._called_by_libraries(document, node)
                    found.update(each for each in methods if may_call(getattr(each, "name", "")))
        return frozenset(found)

    def _called_by_libraries(self, document: Document, node: ast.ClassDef) -> Callable[[str], bool]:
        """Give what tells by its name whether a library that a class derives from may call a method of it."""
        owners = [
            value
            for value in self.program.flow.ask(Variable(self.program.scope(document, node), node.name))
            if isinstance(value, Class) and value.site.node is node
        ]
        ancestors = {name for owner in owners for name in self.program.library_ancestors(owner)} - {"builtins.object"}
        entries = [self.program.catalog.entry(name) for name in ancestors]
        told = [entry.facts.get("calls-methods") if entry is not None else None for entry in entries]
        known = frozenset(name for names in told if isinstance(names, Sequence) for name in names)
        if None in told:
            return lambda name: name != "__init__"
        return lambda name: name in known


def _is_body(function: ast.AST, child: ast.AST) -> bool:
    body = getattr(function, "body", None)
    return child is body or (isinstance(body, list) and child in body)


def _is_decorator(document: Document, node: ast.AST) -> bool:
    return node in getattr(document.parent(node), "decorator_list", ())
