"""Names that code uses, and those to which nothing gives a meaning, at least not in time."""

from __future__ import annotations

import ast
import builtins
import symtable
from collections.abc import Iterable, Iterator
from functools import lru_cache

from farandole.source.index import parts_of

_GIVEN = frozenset({*dir(builtins), "__file__", "__path__", "__builtins__", "__annotations__"})
_LATER = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def names_in(*nodes: ast.AST) -> set[str]:
    """Give the names that stand in some nodes, read, bound or deleted."""
    found: set[str] = set()
    pending = [*nodes]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Name):
            found.add(node.id)
        else:
            pending += parts_of(node)
    return found


def written(node: ast.AST) -> str:
    """Give a name, or an attribute of one as it is written: `self.rate`; an empty text for other nodes."""
    match node:
        case ast.Name(name):
            return name
        case ast.Attribute(value, name):
            owner = written(value)
            return f"{owner}.{name}" if owner else ""
    return ""


def access_paths_in(*nodes: ast.AST) -> set[str]:
    """Give the access paths in some nodes, as they are written: names, each with the attributes that are read of it."""
    found: set[str] = set()
    pending = [*nodes]
    while pending:
        node = pending.pop()
        if written(node):
            found.add(written(node))
        else:
            pending += parts_of(node)
    return found


def variables_in(*nodes: ast.AST) -> set[str]:
    """Give the names that stand in some nodes, and all attributes of these, as they are written."""
    found = {written(each) for node in nodes for each in ast.walk(node)}
    return found - {""}


def stored_among(nodes: Iterable[ast.AST]) -> set[str]:
    """Give the names to which values are given among some nodes, without what is in these."""
    return {each.id for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


@lru_cache(maxsize=8)
def unbound(text: str) -> frozenset[str]:
    """Give the names that a module uses and never binds, or uses while it is imported before it binds them.

    Nothing is said of a module with `import *`, nor of one that Python parses but would not compile. The order of its
    top-level statements counts, that within them does not. Raises what `ast.parse` does.
    """
    tree = ast.parse(text)
    if any(alias.name == "*" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names):
        return frozenset()
    try:
        top = symtable.symtable(text, "<text>", "exec")
    except (SyntaxError, RecursionError, MemoryError):
        return frozenset()
    tables = list(_tables(top))
    bound = {symbol.get_name() for symbol in top.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    bound |= {
        symbol.get_name()
        for table in tables[1:]
        for symbol in table.get_symbols()
        if symbol.is_declared_global() and (symbol.is_assigned() or symbol.is_imported())
    }
    used = {
        symbol.get_name()
        for table in tables
        for symbol in table.get_symbols()
        if symbol.is_referenced() and (table is top or symbol.is_global())
    }
    return frozenset(used - bound - _GIVEN) | frozenset(_early(tree))


def _tables(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    yield table
    for child in table.get_children():
        yield from _tables(child)


def _early(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a top-level statement uses and only later ones bind."""
    binds = [set(bound_in(statement)) for statement in tree.body]
    later = set().union(*binds) if binds else set()
    before: set[str] = set(_GIVEN)
    for statement, own in zip(tree.body, binds, strict=True):
        before |= own
        yield from (name for name in _loaded(statement) if name in later and name not in before)


def is_special(name: str) -> bool:
    """Say whether a name is one that Python itself looks up, as `__call__` is."""
    return name.startswith("__") and name.endswith("__")


def bound_in(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that are bound anywhere in a statement, in its functions, too."""
    for node in ast.walk(statement):
        match node:
            case ast.Name(name, ast.Store() | ast.Del()):
                yield name
            case (
                ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
                | ast.arg(arg=name)
            ):
                yield name
            case ast.Import(names) | ast.ImportFrom(names=names):
                yield from (alias.asname or alias.name.partition(".")[0] for alias in names)
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name
            case ast.MatchMapping(rest=str(name)) | ast.Global([name]):
                yield name


def _loaded(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement loads when it runs, not those in the bodies of functions."""
    pending: list[ast.AST] = [statement]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        for field, value in ast.iter_fields(node):
            if not (isinstance(node, _LATER) and field == "body"):
                pending += [
                    child for child in (value if isinstance(value, list) else [value]) if isinstance(child, ast.AST)
                ]
