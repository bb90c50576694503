"""What an import statement binds, in absolute dotted names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from farandole.source import Document


@dataclass(frozen=True)
class Binding:
    """A name bound by an import: to `module`, or to `member` of it."""

    name: str
    module: str
    member: str | None = None


def import_statements(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the import statements of a tree, in its functions and branches, too; expressions are not looked at."""
    for name in _BLOCKS:
        for child in getattr(tree, name, ()):
            if isinstance(child, ast.Import | ast.ImportFrom):
                yield child
            else:
                yield from import_statements(child)


def modules_of(statement: ast.AST) -> tuple[str, ...]:
    """Give the dotted names of the modules that a statement imports, or imports from; none of relative imports."""
    match statement:
        case ast.Import(names):
            return tuple(alias.name for alias in names)
        case ast.ImportFrom(module=str(name), level=0):
            return (name,)
    return ()


def imported_modules(document: Document) -> Iterator[str]:
    """Yield the dotted names of the modules that a file imports, or imports from, but for its relative imports."""
    for statement in document.nodes(ast.Import, ast.ImportFrom):
        yield from modules_of(statement)


def is_relative(statement: ast.stmt) -> bool:
    """Say whether a statement imports relatively, as only a module of a package can."""
    return isinstance(statement, ast.ImportFrom) and statement.level > 0


_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def bindings(statement: ast.Import | ast.ImportFrom, package: str) -> Iterator[Binding]:
    """Yield the bindings of an import statement in a module whose package is `package` (star imports bind none)."""
    if isinstance(statement, ast.Import):
        for alias in statement.names:
            if alias.asname:
                yield Binding(alias.asname, alias.name)
            else:
                top = alias.name.partition(".")[0]
                yield Binding(top, top)
        return
    module = absolute(statement, package)
    for alias in statement.names:
        if alias.name != "*":
            yield Binding(alias.asname or alias.name, module, alias.name)


def imported_names(statement: ast.Import | ast.ImportFrom, package: str) -> Iterator[str]:
    """Yield the absolute dotted names that may be those of modules which an import statement runs, with their packages.

    `package` is that of the module in which it stands.
    """
    if isinstance(statement, ast.Import):
        names = [alias.name for alias in statement.names]
    else:
        start = absolute(statement, package)
        names = [start, *(f"{start}.{alias.name}" for alias in statement.names if alias.name != "*")]
    for name in names:
        parts = name.split(".")
        yield from (".".join(parts[:count]) for count in range(1, len(parts) + 1))


def star_imports(document: Document, package: str) -> tuple[str, ...]:
    """Give the absolute names of the modules whose public names a file imports with `*`, last one first."""
    found = [
        absolute(node, package)
        for node in document.nodes(ast.ImportFrom)
        if any(alias.name == "*" for alias in node.names)
    ]
    return tuple(reversed(found))


def absolute(statement: ast.ImportFrom, package: str) -> str:
    """Give the absolute dotted name of the module that a `from` import reads."""
    if not statement.level:
        return statement.module or ""
    parts = package.split(".") if package else []
    kept = parts[: len(parts) - (statement.level - 1)]
    return ".".join([*kept, *([statement.module] if statement.module else [])])
