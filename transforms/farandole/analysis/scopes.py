"""Python's scopes: which names a function, class or module binds."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

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
    """Give every scope of a module by its node."""
    tree = module.document.tree
    tables: dict[ast.Module | ast.ClassDef | FunctionNode, _Table] = {tree: _bound(tree)}
    parents: dict[ast.AST, ast.AST] = {}
    pending: list[ast.Module | ast.ClassDef | FunctionNode] = [tree]
    while pending:
        outer = pending.pop()
        for inner in tables[outer].inner:
            tables[inner] = _bound(inner)
            parents[inner] = outer
            pending.append(inner)
    tables[tree].names.update(*(table.global_names for table in tables.values()))
    shared = frozenset().union(*(table.global_names | table.nonlocal_names for table in tables.values()))
    found: dict[ast.AST, Scope] = {}
    for node, table in tables.items():
        parent = found[parents[node]] if node in parents else None
        declared = table.global_names | table.nonlocal_names if parent else set()
        names = frozenset(table.names - declared)
        global_names, nonlocal_names = frozenset(table.global_names), frozenset(table.nonlocal_names)
        found[node] = Scope(module, node, parent, names, global_names, nonlocal_names, shared)
    return found


@dataclass(frozen=True)
class _Table:
    """The names of one scope, and the scopes directly inside it."""

    names: set[str]
    global_names: set[str]
    nonlocal_names: set[str]
    inner: list[ast.ClassDef | FunctionNode]


def _bound(scope: ast.Module | ast.ClassDef | FunctionNode) -> _Table:
    names: set[str] = set()
    globals_: set[str] = set()
    nonlocals: set[str] = set()
    inner: list[ast.ClassDef | FunctionNode] = []
    if not isinstance(scope, ast.Module | ast.ClassDef):
        names.update(parameter.arg for parameter in parameters(scope))
    pending = list(_own_children(scope))
    while pending:
        node = pending.pop()
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(node.name)
                inner.append(node)
                pending.extend(outside_parts(node))
                continue
            case ast.Lambda():
                inner.append(node)
                pending.extend(outside_parts(node))
                continue
            case ast.Name(ctx=ast.Store() | ast.Del()):
                names.add(node.id)
            case ast.Import():
                names.update(alias.asname or alias.name.partition(".")[0] for alias in node.names)
            case ast.ImportFrom():
                names.update(alias.asname or alias.name for alias in node.names if alias.name != "*")
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                names.add(name)
            case ast.MatchMapping(rest=str(name)):
                names.add(name)
            case ast.Global():
                globals_.update(node.names)
            case ast.Nonlocal():
                nonlocals.update(node.names)
        pending.extend(ast.iter_child_nodes(node))
    return _Table(names, globals_, nonlocals, inner)


def parameters(function: FunctionNode) -> list[ast.arg]:
    """Give all parameters of a function, in the order of its signature."""
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return [*every, *(extra for extra in (arguments.vararg, arguments.kwarg) if extra)]


def needed_parameters(function: FunctionNode) -> tuple[str, ...]:
    """Give the names of the parameters by position that have no default."""
    given = (*function.args.posonlyargs, *function.args.args)
    return tuple(each.arg for each in given[: len(given) - len(function.args.defaults)])


def outside_parts(node: ast.ClassDef | FunctionNode) -> Iterator[ast.AST]:
    """Yield the parts of a definition that are evaluated in the scope around it."""
    if isinstance(node, ast.ClassDef):
        yield from node.decorator_list
        yield from node.bases
        yield from node.keywords
        return
    if not isinstance(node, ast.Lambda):
        yield from node.decorator_list
    yield from node.args.defaults
    yield from (default for default in node.args.kw_defaults if default is not None)


def _own_children(scope: ast.Module | ast.ClassDef | FunctionNode) -> Iterator[ast.AST]:
    if isinstance(scope, ast.Lambda):
        yield scope.body
    else:
        yield from scope.body
