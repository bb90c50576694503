"""Virtualization from text to text, for the command and for editors: nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from farandole.staging.errors import Site, StagingError
from farandole.staging.virtualize import virtualize


@dataclass(frozen=True)
class VirtualizedText:
    """A function's virtualization in a text.

    `function` replaces the lines `first` to `last` (from 1, both included), indented as they are; `imports` is a line
    for the head of the file.
    """

    imports: str
    function: str
    first: int
    last: int


def virtualize_text(text: str, name: str, file: str = "<text>") -> VirtualizedText:
    """Virtualize the function with a (dotted) name in the text of a module, without running anything.

    A decorator called `lms` is left out, since the result is what it would make; comments are lost. Raises StagingError
    when there is no such function, there are several, or it cannot be virtualized; SyntaxError for what is not Python.
    """
    tree = ast.parse(text, file)
    found = [node for path, node in _functions(tree, ()) if ".".join(path) == name]
    if len(found) != 1:
        names = ", ".join(".".join(path) for path, _ in _functions(tree, ()))
        reason = (
            f"it is defined {len(found)} times" if found else f"no function has this name; there are {names or 'none'}"
        )
        raise StagingError(f"function {name}", reason, Site(file, found[-1].lineno if found else 0))
    [node] = found
    if isinstance(node, ast.AsyncFunctionDef):
        raise StagingError(f"coroutine {name}", "coroutines cannot be virtualized", Site(file, node.lineno))
    taken = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)}
    new = virtualize(node, file=file, taken=taken)
    assert isinstance(new.node, ast.FunctionDef)
    new.node.decorator_list = [each for each in node.decorator_list if not _is_lms(each)]
    try:
        written = ast.unparse(new.node)
    except ValueError as error:  # before Python 3.12, for what an f-string cannot hold
        raise StagingError("f-string", f"it cannot be written down: {error}", Site(file, node.lineno)) from None
    indent = " " * node.col_offset
    imported = [each if each == local else f"{each} as {local}" for each, local in new.operators.items()]
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    return VirtualizedText(
        imports=f"from farandole.staging import {', '.join(imported)}\n",
        function="".join(f"{indent}{line}".rstrip(" ") + "\n" for line in written.splitlines()),
        first=first,
        last=node.end_lineno or node.lineno,
    )


def _functions(
    node: ast.AST, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], ast.FunctionDef | ast.AsyncFunctionDef]]:
    for child in ast.iter_child_nodes(node):
        inner = path
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = (*path, child.name)
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield inner, child
        yield from _functions(child, inner)


def _is_lms(decorator: ast.expr) -> bool:
    return getattr(decorator, "attr", getattr(decorator, "id", None)) == "lms"
