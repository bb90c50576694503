"""Python's scopes: which names a function, class or module binds."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from farandole.project import SourceModule

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(frozen=True, eq=False)
class Scope:
    """A scope of a module: `names` are bound in it, others declared global or nonlocal.

    `shared` are the names that some function of the module declares so, and binds from outside.
    """

    module: SourceModule
    node: ast.Module | ast.ClassDef | FunctionNode
    parent: Scope | None
    names: frozenset[str]
    global_names: frozenset[str]
    nonlocal_names: frozenset[str]
    shared: frozenset[str]

    @property
    def top(self) -> Scope:
        """The module's own scope."""
        return self if self.parent is None else self.parent.top

    def home(self, name: str) -> Scope | None:
        """Give the scope in which a name read here is bound, or None when it is a builtin or star-imported."""
        if name in self.global_names:
            return self.top
        if name in self.names:
            return self
        scope = self.parent
        while scope is not None:
            if name in scope.names and not isinstance(scope.node, ast.ClassDef):
                return scope
            scope = scope.parent
        return None


def scopes(module: SourceModule) -> dict[ast.AST, Scope]:
    """Give every scope of a module by its node, outer before inner."""
    document = module.document
    tables = {node: _Table() for node in document.nodes(ast.Module, ast.ClassDef, *_FUNCTIONS)}
    for node, table in tables.items():
        if isinstance(node, FunctionNode):
            table.names.update(parameter.arg for parameter in parameters(node))
    for node in document.nodes(*_BINDING):
        if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
            _bind(tables[document.scope(node)], node)
    tables[document.tree].names.update(*(table.global_names for table in tables.values()))
    shared = frozenset().union(*(table.global_names | table.nonlocal_names for table in tables.values()))
    found: dict[ast.AST, Scope] = {}
    for node, table in tables.items():
        assert isinstance(node, ast.Module | ast.ClassDef | FunctionNode)
        parent = None if isinstance(node, ast.Module) else found[document.scope(node)]
        declared = table.global_names | table.nonlocal_names if parent else set()
        names = frozenset(table.names - declared)
        global_names, nonlocal_names = frozenset(table.global_names), frozenset(table.nonlocal_names)
        found[node] = Scope(module, node, parent, names, global_names, nonlocal_names, shared)
    return found


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_BINDING = (
    ast.Name,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Import,
    ast.ImportFrom,
    ast.ExceptHandler,
    ast.MatchAs,
    ast.MatchStar,
    ast.MatchMapping,
    ast.Global,
    ast.Nonlocal,
)
"""The nodes that may bind or declare a name."""


@dataclass(frozen=True)
class _Table:
    """The names that one scope binds and declares."""

    names: set[str] = field(default_factory=set)
    global_names: set[str] = field(default_factory=set)
    nonlocal_names: set[str] = field(default_factory=set)


def _bind(table: _Table, node: ast.AST) -> None:
    """Add to a scope's table what a node in it binds or declares."""
    match node:
        case ast.Name(id=str(name)):
            table.names.add(name)
        case ast.FunctionDef(name=str(name)) | ast.AsyncFunctionDef(name=str(name)) | ast.ClassDef(name=str(name)):
            table.names.add(name)
        case ast.Import():
            table.names.update(alias.asname or alias.name.partition(".")[0] for alias in node.names)
        case ast.ImportFrom():
            table.names.update(alias.asname or alias.name for alias in node.names if alias.name != "*")
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            table.names.add(name)
        case ast.MatchMapping(rest=str(name)):
            table.names.add(name)
        case ast.Global():
            table.global_names.update(node.names)
        case ast.Nonlocal():
            table.nonlocal_names.update(node.names)


def parameters(function: FunctionNode) -> list[ast.arg]:
    """Give all parameters of a function, in the order of its signature."""
    arguments = function.args
    extras = (extra for extra in (arguments.vararg, arguments.kwarg) if extra)
    return [*positional(function), *arguments.kwonlyargs, *extras]


def positional(function: FunctionNode) -> list[ast.arg]:
    """Give the parameters of a function that may be passed by position, in their order."""
    return [*function.args.posonlyargs, *function.args.args]


def defaulted(function: FunctionNode) -> list[tuple[ast.arg, ast.expr]]:
    """Give the parameters of a function that have a default, each with that, in the order of its signature."""
    arguments, given = function.args, positional(function)
    pairs = zip(given[len(given) - len(arguments.defaults) :], arguments.defaults, strict=True)
    by_keyword = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return [*pairs, *((parameter, default) for parameter, default in by_keyword if default is not None)]


def needed_parameters(function: FunctionNode) -> tuple[str, ...]:
    """Give the names of the parameters by position that have no default."""
    given = positional(function)
    return tuple(each.arg for each in given[: len(given) - len(function.args.defaults)])
