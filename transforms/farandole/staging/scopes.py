"""Which variables of a function must be lifted, found before anything is transformed.

Virtualization moves statements into functions of their own (`then_1`, `body_1`, ...), which can read the variables of
the function around them but not bind them. A variable stays a plain one when Python's own closures give each mention
the meaning that it had; else it is lifted into a `Variable`. After section 3.1 of "The 800 Pound Python in the
Machine Learning Room", which lifts what is assigned more than once, and 4.1, whose restriction on shadowing,
`nonlocal` and `global` falls away since names are resolved.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_Tree = TypeVar("_Tree", bound=ast.AST)
ComprehensionNode = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
INLINED: tuple[type[ast.expr], ...] = (ast.ListComp, ast.SetComp, ast.DictComp) if sys.version_info >= (3, 12) else ()
"""Comprehensions that run in the frame of the function around them (PEP 709)."""

TRY: tuple[type[ast.Try], ...] = (ast.Try, getattr(ast, "TryStar", ast.Try))


class Remainder(ast.FunctionDef):
    """A function that holds the remainder of a block, which two branches go on with.

    It is a part of the function around it, as an extracted branch is: it has no variables of its own.
    """


@dataclass(eq=False)
class Scope:
    """The names of a function, a lambda or a comprehension; `parent` is the scope around it."""

    node: ast.AST
    parent: Scope | None
    local: set[str] = field(default_factory=set)
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    lifted: set[str] = field(default_factory=set)
    declared_late: dict[str, ast.stmt] = field(default_factory=dict)
    """Lifted variables whose first mention of all is a plain assignment in the function's own block."""

    def owner(self, name: str) -> Scope | None:
        """Give the scope whose variable a name means here; None for a global, or a variable around the root."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.globals:
                return None
            if name in scope.local:
                return scope
            scope = scope.parent
        return None

    def frame(self) -> Scope:
        """Give the scope in whose frame the code of this one runs."""
        scope = self
        while isinstance(scope.node, INLINED) and scope.parent is not None:
            scope = scope.parent
        return scope


@dataclass(frozen=True)
class _Step:
    """One step of a path down from a function to a mention: a statement of a block, or a move into a function.

    `extracted` marks a function that virtualization makes; `repeated` one that may be called more than once for one
    execution of the statement.
    """

    block: int = 0
    index: int = 0
    extracted: bool = False
    repeated: bool = False
    captured: bool = False


_Path = tuple[_Step, ...]


@dataclass(frozen=True)
class _Mention:
    name: str
    scope: Scope
    path: _Path
    binds: bool
    direct: bool = False
    """Whether it binds as soon as the statement at the end of its path is done, whatever happens in it."""


def scopes_of(root: FunctionNode) -> dict[ast.AST, Scope]:
    """Give the scope of every function, lambda and comprehension in `root`, itself included, with what is lifted."""
    reader = _Reader()
    reader.function(root, None, ())
    by_owner: dict[tuple[Scope, str], list[_Mention]] = {}
    for mention in reader.mentions:
        owner = mention.scope.owner(mention.name)
        if owner is not None:
            by_owner.setdefault((owner, mention.name), []).append(mention)
    for (owner, name), mentions in by_owner.items():
        depth = len(reader.paths[owner.node])
        if isinstance(owner.node, ComprehensionNode) or not _is_lifted(owner, depth, mentions):
            continue
        owner.lifted.add(name)
        first = mentions[0]
        late = reader.plain.get((owner, name, first.path))
        if late is not None and len(first.path) == depth + 1:
            owner.declared_late[name] = late
    return reader.scopes


def _is_lifted(owner: Scope, depth: int, mentions: Sequence[_Mention]) -> bool:
    bindings = [mention for mention in mentions if mention.binds]
    if len(bindings) != 1:
        return len(bindings) > 1
    [binding] = bindings
    below = binding.path[depth:]
    if not below:  # a parameter
        return False
    if not any(step.extracted for step in below):
        return any(
            mention.scope.frame() is owner
            and any(step.extracted for step in mention.path[depth:])
            and not _dominates(binding, mention)
            for mention in mentions
        )
    repeated = any(step.repeated for step in below)
    return any(
        mention is not binding
        and (
            not _dominates(binding, mention)
            or (repeated and any(step.captured for step in mention.path[len(binding.path) - 1 :]))
        )
        for mention in mentions
    )


def _dominates(binding: _Mention, mention: _Mention) -> bool:
    """Tell whether the binding is done whenever the mention is reached, by the blocks in which both stand."""
    if not binding.direct:
        return False
    *around, last = binding.path
    if len(mention.path) < len(binding.path) or list(mention.path[: len(around)]) != around:
        return False
    there = mention.path[len(around)]
    return there.block == last.block and there.index > last.index


class _Reader:
    """Walks a function once and notes every mention of a name, with the path to it."""

    def __init__(self) -> None:
        self.scopes: dict[ast.AST, Scope] = {}
        self.paths: dict[ast.AST, _Path] = {}
        self.mentions: list[_Mention] = []
        self.plain: dict[tuple[Scope, str, _Path], ast.stmt] = {}
        self._blocks = 0

    def function(self, node: FunctionNode, parent: Scope | None, path: _Path) -> None:
        scope = Scope(node, parent)
        self.scopes[node], self.paths[node] = scope, path
        for argument in arguments_of(node.args):
            scope.local.add(argument.arg)
            self.mentions.append(_Mention(argument.arg, scope, path, binds=True, direct=True))
        if isinstance(node, ast.Lambda):
            scope.local |= {each.target.id for each in _walrus(node.body) if isinstance(each.target, ast.Name)}
            self._expression(node.body, scope, (*path, _Step(self._block(), 0)))
            return
        for statement in statements_of(node.body):
            if isinstance(statement, ast.Global):
                scope.globals.update(statement.names)
            elif isinstance(statement, ast.Nonlocal):
                scope.nonlocals.update(statement.names)
        scope.local |= bound_names(node.body) - scope.globals - scope.nonlocals
        self._statements(node.body, scope, path)

    def _block(self) -> int:
        self._blocks += 1
        return self._blocks

    def _statements(self, statements: Sequence[ast.stmt], scope: Scope, path: _Path, first: Iterable[str] = ()) -> None:
        """Read a block; `first` are names that are bound when it is entered."""
        block = self._block()
        for name in first:
            self._mention(name, scope, (*path, _Step(block, -1)), binds=True, direct=True)
        for index, statement in enumerate(statements):
            self._statement(statement, scope, (*path, _Step(block, index)))

    def _mention(self, name: str, scope: Scope, path: _Path, *, binds: bool, direct: bool = False) -> None:
        self.mentions.append(_Mention(name, scope, path, binds, direct))

    def _statement(self, node: ast.stmt, scope: Scope, path: _Path) -> None:
        extracted = (*path, _Step(extracted=True))
        repeated = (*path, _Step(extracted=True, repeated=True))
        if isinstance(node, TRY):
            self._try(node, scope, path)
            return
        match node:
            case Remainder():
                self._statements(node.body, scope, extracted)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                for each in outer_parts(node):
                    self._expression(each, scope, path)
                self._mention(node.name, scope, path, binds=True, direct=True)
                # Its body runs after the name is bound, so it stands after this statement.
                after = (*path[:-1], _Step(path[-1].block, path[-1].index + 1), _Step(captured=True))
                self.function(node, scope, after)
            case ast.If():
                self._expression(node.test, scope, path)
                self._statements(node.body, scope, extracted)
                self._statements(node.orelse, scope, extracted)
            case ast.While():
                self._expression(node.test, scope, repeated)
                self._statements(node.body, scope, repeated)
                self._statements(node.orelse, scope, extracted)
            case ast.For() | ast.AsyncFor():
                self._expression(node.iter, scope, path)
                names = [name for name, _ in names_in_target(node.target)]
                self._statements(node.body, scope, repeated, names)
                self._target(node.target, scope, repeated, bind=False)
                self._statements(node.orelse, scope, extracted)
            case ast.With() | ast.AsyncWith():
                names = []
                for item in node.items:
                    self._expression(item.context_expr, scope, path)
                    if item.optional_vars is not None:
                        self._target(item.optional_vars, scope, path, bind=False)
                        names += [name for name, _ in names_in_target(item.optional_vars)]
                self._statements(node.body, scope, path, names)
            case ast.Match():
                self._expression(node.subject, scope, path)
                for case in node.cases:
                    for name in pattern_names(case.pattern):
                        self._mention(name, scope, path, binds=True)
                    for each in pattern_values(case.pattern):
                        self._expression(each, scope, path)
                    if case.guard is not None:
                        self._expression(case.guard, scope, path)
                    self._statements(case.body, scope, path)
            case ast.Assign(targets=[ast.Name(id=name)]):
                self._expression(node.value, scope, path)
                self._mention(name, scope, path, binds=True, direct=True)
                self._plain(name, scope, path, node)
            case ast.Assign():
                self._expression(node.value, scope, path)
                for target in node.targets:
                    self._target(target, scope, path)
            case ast.AugAssign():
                if isinstance(node.target, ast.Name):
                    self._mention(node.target.id, scope, path, binds=False)
                self._expression(node.value, scope, path)
                self._target(node.target, scope, path)
            case ast.AnnAssign():
                if node.value is not None:
                    self._expression(node.value, scope, path)
                self._target(node.target, scope, path)
            case ast.Import() | ast.ImportFrom():
                for alias in node.names:
                    self._mention(imported_name(alias), scope, path, binds=True, direct=True)
            case ast.Global() | ast.Nonlocal() | ast.Pass() | ast.Break() | ast.Continue():
                pass
            case _:
                for child in ast.iter_child_nodes(node):
                    if isinstance(child, ast.expr):
                        self._expression(child, scope, path)

    def _plain(self, name: str, scope: Scope, path: _Path, node: ast.stmt) -> None:
        """Note an assignment when it is the first mention of the name."""
        mentions = [each for each in self.mentions if each.name == name and each.scope.owner(name) is scope]
        if len(mentions) == 1:
            self.plain[scope, name, path] = node

    def _try(self, node: ast.Try, scope: Scope, path: _Path) -> None:
        self._statements(node.body, scope, path)
        for handler in node.handlers:
            if handler.type is not None:
                self._expression(handler.type, scope, path)
            self._statements(handler.body, scope, path, [handler.name] if handler.name else [])
        self._statements(node.orelse, scope, path)
        self._statements(node.finalbody, scope, path)

    def _target(self, target: ast.expr, scope: Scope, path: _Path, *, bind: bool = True) -> None:
        """Read what is assigned to: names are bound when the statement is done, the rest is evaluated."""
        match target:
            case ast.Name():
                if bind:
                    self._mention(target.id, scope, path, binds=True, direct=True)
            case ast.Tuple() | ast.List():
                for each in target.elts:
                    self._target(each, scope, path, bind=bind)
            case ast.Starred():
                self._target(target.value, scope, path, bind=bind)
            case _:
                for child in ast.iter_child_nodes(target):
                    if isinstance(child, ast.expr):
                        self._expression(child, scope, path)

    def _expression(self, node: ast.expr, scope: Scope, path: _Path) -> None:
        thunk = (*path, _Step(extracted=True))
        match node:
            case ast.Name():
                self._mention(node.id, scope, path, binds=isinstance(node.ctx, ast.Store | ast.Del))
            case ast.NamedExpr(target=ast.Name(id=name)):
                self._expression(node.value, scope, path)
                holder = scope
                while isinstance(holder.node, ComprehensionNode) and holder.parent is not None:
                    holder = holder.parent
                self._mention(name, holder, path, binds=True)
            case ast.IfExp():
                self._expression(node.test, scope, path)
                self._expression(node.body, scope, thunk)
                self._expression(node.orelse, scope, thunk)
            case ast.BoolOp():
                self._expression(node.values[0], scope, path)
                for each in node.values[1:]:
                    self._expression(each, scope, thunk)
            case ast.Compare():
                self._expression(node.left, scope, path)
                lazy = is_virtual_comparison(node)
                for each in node.comparators:
                    self._expression(each, scope, thunk if lazy else path)
            case ast.Lambda():
                for each in outer_parts(node):
                    self._expression(each, scope, path)
                self.function(node, scope, (*path, _Step(captured=True)))
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                self._comprehension(node, scope, path)
            case _:
                for child in ast.iter_child_nodes(node):
                    match child:
                        case ast.expr():
                            self._expression(child, scope, path)
                        case ast.keyword():
                            self._expression(child.value, scope, path)

    def _comprehension(self, node: ComprehensionNode, scope: Scope, path: _Path) -> None:
        self._expression(node.generators[0].iter, scope, path)
        inner = Scope(node, scope)
        self.scopes[node] = inner
        below = (*path, _Step(captured=isinstance(node, ast.GeneratorExp)))
        self.paths[node] = below
        for generator in node.generators:
            inner.local |= {name for name, _ in names_in_target(generator.target)}
        for position, generator in enumerate(node.generators):
            self._target(generator.target, inner, below)
            if position:
                self._expression(generator.iter, inner, below)
            for each in generator.ifs:
                self._expression(each, inner, below)
        results = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        for each in results:
            self._expression(each, inner, below)


def is_virtual_comparison(node: ast.Compare) -> bool:
    """Tell whether a comparison needs `_compare`: a chain, or an identity, which cannot be overloaded.

    `x is None` stays, since no staged value is None.
    """
    if len(node.ops) > 1:
        return True
    operands = (node.left, *node.comparators)
    return isinstance(node.ops[0], ast.Is | ast.IsNot) and not any(
        isinstance(each, ast.Constant) and each.value is None for each in operands
    )


def arguments_of(arguments: ast.arguments) -> list[ast.arg]:
    """Give all parameters, in the order of their declaration."""
    starred = [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *starred]


def outer_parts(node: FunctionNode) -> Iterator[ast.expr]:
    """Give the expressions of a function that are evaluated where it is defined: decorators, defaults, annotations."""
    if not isinstance(node, ast.Lambda):
        yield from node.decorator_list
    yield from node.args.defaults
    yield from (each for each in node.args.kw_defaults if each is not None)
    yield from (each.annotation for each in arguments_of(node.args) if each.annotation is not None)
    if not isinstance(node, ast.Lambda) and node.returns is not None:
        yield node.returns


def statements_of(statements: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Give the statements of blocks and of the blocks in them, those of functions and classes left out."""
    for statement in statements:
        yield statement
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if isinstance(statement, Remainder):
                yield from statements_of(statement.body)
            continue
        for block in blocks_of(statement):
            yield from statements_of(block)


def blocks_of(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Give the blocks of a compound statement, in the order of the text."""
    for name in ("body", "handlers", "cases", "orelse", "finalbody"):
        part = getattr(statement, name, None)
        if not isinstance(part, list):
            continue
        if name in ("handlers", "cases"):
            yield from (each.body for each in part)
        else:
            yield part


def bound_names(statements: Iterable[ast.stmt]) -> set[str]:
    """Give the names that statements bind in their own scope."""
    names: set[str] = set()
    for statement in statements_of(statements):
        match statement:
            case Remainder():
                pass
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(statement.name)
            case ast.Import() | ast.ImportFrom():
                names.update(imported_name(alias) for alias in statement.names)
            case ast.Match():
                names.update(name for case in statement.cases for name in pattern_names(case.pattern))
        for handler in getattr(statement, "handlers", ()):
            if handler.name:
                names.add(handler.name)
        for each in _own_expressions(statement):
            names |= _bound_in(each)
    return names


def _own_expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    """Give the expressions of a statement that stand in no block of it, and in the same scope."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        yield from outer_parts(statement)
        return
    for child in ast.iter_child_nodes(statement):
        match child:
            case ast.expr():
                yield child
            case ast.withitem():
                yield child.context_expr
                if child.optional_vars is not None:
                    yield child.optional_vars
            case ast.ExceptHandler() if child.type is not None:
                yield child.type
            case ast.match_case():
                yield from pattern_values(child.pattern)
                if child.guard is not None:
                    yield child.guard


def _bound_in(node: ast.AST, *, comprehension: bool = False) -> set[str]:
    """Give the names that an expression binds in its scope: targets, and `:=` also of comprehensions."""
    if isinstance(node, ast.Lambda):
        return set().union(*(_bound_in(each) for each in outer_parts(node)))
    if isinstance(node, ast.NamedExpr) and isinstance(node.target, ast.Name):
        return {node.target.id} | _bound_in(node.value, comprehension=comprehension)
    if isinstance(node, ast.Name):
        stored = isinstance(node.ctx, ast.Store | ast.Del) and not comprehension
        return {node.id} if stored else set()
    inside = comprehension or isinstance(node, ComprehensionNode)
    return set().union(*(_bound_in(child, comprehension=inside) for child in ast.iter_child_nodes(node)))


def _walrus(node: ast.AST) -> Iterator[ast.NamedExpr]:
    """Give the assignment expressions of an expression, those of lambdas in it left out."""
    if isinstance(node, ast.NamedExpr):
        yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.Lambda):
            yield from _walrus(child)


def names_in_target(target: ast.expr) -> Iterator[tuple[str, ast.Name]]:
    """Give the names that an assignment to a target binds."""
    match target:
        case ast.Name():
            yield target.id, target
        case ast.Tuple() | ast.List():
            for each in target.elts:
                yield from names_in_target(each)
        case ast.Starred():
            yield from names_in_target(target.value)


def imported_name(alias: ast.alias) -> str:
    """Give the name that an import binds."""
    return alias.asname or alias.name.partition(".")[0]


def pattern_names(pattern: ast.pattern) -> list[str]:
    """Give the names that a pattern of a `match` captures."""
    found = [getattr(node, "name", None) or getattr(node, "rest", None) for node in ast.walk(pattern)]
    return [name for name in found if isinstance(name, str)]


def pattern_values(pattern: ast.pattern) -> Iterator[ast.expr]:
    """Give the expressions that a pattern of a `match` evaluates."""
    for node in ast.walk(pattern):
        if isinstance(node, ast.MatchValue):
            yield node.value
        elif isinstance(node, ast.MatchClass):
            yield node.cls


def no_arguments() -> ast.arguments:
    """Give an empty list of parameters."""
    return ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])


def completed(tree: _Tree) -> _Tree:
    """Give a tree with the places and the fields that a new node lacks."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not hasattr(node, "type_params"):
            setattr(node, "type_params", [])  # noqa: B010  wanted since Python 3.12
    return ast.fix_missing_locations(tree)
