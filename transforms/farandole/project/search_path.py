"""Folders that a file adds to `sys.path`, as far as its text tells them: nothing is run."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from farandole.source.binding import names_in

_ADDS = frozenset({"insert", "append", "extend"})
_SAME = frozenset({"abspath", "realpath", "normpath", "resolve", "absolute", "str", "Path", "fspath", "as_posix"})
"""Functions and methods that give the path that they are given."""


def added_folders(path: Path, tree: ast.Module, here: tuple[Path, ...]) -> tuple[Path, ...]:
    """Give the folders that a file adds to `sys.path` and that are there, in the order of the text.

    Paths from `__file__`, or from `sys.argv[0]` as in a script, are followed through names, `os.path` and `pathlib`;
    other relative ones are looked for in the folders `here`, since nothing tells in which one the script is started.
    Absolute ones are another machine's.
    """
    names = _values(tree)
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    found: dict[Path, None] = {}
    for node in ast.walk(tree):
        for added in _added(node, functions):
            text = _path(added, path, names, frozenset())
            if text is None or (os.path.isabs(text) and not _is_from_file(added, names, frozenset())):
                continue
            for folder in [Path(text)] if os.path.isabs(text) else [each / text for each in here]:
                if os.path.isdir(folder):
                    found[Path(os.path.normpath(folder))] = None
    return tuple(found)


def _values(tree: ast.Module) -> Mapping[str, ast.expr]:
    """Give the values of the names that are assigned once, besides what an exception makes of them."""
    values: dict[str, list[ast.expr]] = {}
    handled = {inner for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if node in handled:
            continue
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            values.setdefault(node.targets[0].id, []).append(node.value)
    return {name: given[0] for name, given in values.items() if len(given) == 1}


def _added(node: ast.AST, functions: Mapping[str, ast.FunctionDef]) -> Iterator[ast.expr]:
    """Yield what a node adds to `sys.path`, by itself or by a function of the file that adds what it is given."""
    match node:
        case ast.Call(ast.Attribute(target, attr), [*_, last]) if attr in _ADDS and _is_search_path(target):
            yield from last.elts if isinstance(last, ast.List | ast.Tuple) else [last]
        case ast.Call(ast.Attribute(attr="addsitedir"), [first, *_]):
            yield first
        case ast.AugAssign(target, ast.Add(), ast.List(elements)) if _is_search_path(target):
            yield from elements
        case ast.Assign([target], value) if _is_search_path(target):
            yield from (each for part in ast.walk(value) if isinstance(part, ast.List) for each in part.elts)
        case ast.Call(ast.Name(name), arguments) if name in functions:
            parameters = [parameter.arg for parameter in functions[name].args.args]
            added = [each for inner in functions[name].body for part in ast.walk(inner) for each in _added(part, {})]
            given = {each.id for each in added if isinstance(each, ast.Name)}
            yield from (value for parameter, value in zip(parameters, arguments, strict=False) if parameter in given)


def _is_search_path(node: ast.expr) -> bool:
    if isinstance(node, ast.Subscript):
        return _is_search_path(node.value)
    return isinstance(node, ast.Attribute) and node.attr == "path" and getattr(node.value, "id", "") == "sys"


def _path(  # noqa: PLR0911
    node: ast.expr, path: Path, names: Mapping[str, ast.expr], seen: frozenset[str]
) -> str | None:
    """Give the path that an expression stands for, None where that is not known."""

    def of(inner: ast.expr) -> str | None:
        return _path(inner, path, names, seen)

    match node:
        case ast.Constant(str(text)):
            return text
        case ast.Name("__file__") | ast.Subscript(ast.Attribute(ast.Name("sys"), "argv"), ast.Constant(0)):
            return str(path)
        case ast.Name(name) if name in names and name not in seen:
            return _path(names[name], path, names, seen | {name})
        case ast.Attribute(inner, "parent") | ast.Call(ast.Attribute(attr="dirname"), [inner]):
            return _above(of(inner), 1)
        case ast.Subscript(ast.Attribute(inner, "parents"), ast.Constant(int(index))) if index >= 0:
            return _above(of(inner), index + 1)
        case ast.Call(ast.Attribute(attr="join"), [first, *others]) if not isinstance(first, ast.Starred):
            return _joined([of(first), *map(of, others)])
        case ast.BinOp(left, ast.Div(), right):
            return _joined([of(left), of(right)])
        case ast.BinOp(left, ast.Add(), right):
            parts = of(left), of(right)
            return None if None in parts else "".join(each for each in parts if each is not None)
        case ast.Call(ast.Name(name) | ast.Attribute(attr=name), [inner]) if name in _SAME:
            return of(inner)
        case ast.Call(ast.Attribute(inner, attr), []) if attr in _SAME:
            return of(inner)
    return None


def _above(text: str | None, levels: int) -> str | None:
    """Give a folder above a path; the working folder's own names are not known."""
    for _ in range(levels):
        if not text:
            return None
        text = os.path.dirname(text)
    return text


def _joined(parts: list[str | None]) -> str | None:
    known = [part for part in parts if part is not None]
    return os.path.join(*known) if len(known) == len(parts) else None


def _is_from_file(node: ast.expr, names: Mapping[str, ast.expr], seen: frozenset[str]) -> bool:
    """Say whether a path begins with that of the file."""
    inside = names_in(node)
    return bool({"__file__", "sys"} & inside) or any(
        _is_from_file(names[name], names, seen | {name}) for name in inside - seen if name in names
    )
