"""The syntax tree of a function that is there, found in its file and proved to be the function's own."""

from __future__ import annotations
import __future__

import ast
import functools
import inspect
import itertools
import linecache
import types
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from farandole.staging.errors import Site, StagingError

FUTURE = functools.reduce(
    int.__or__, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)
"""The flags of code that come from `from __future__ import ...`."""


@dataclass(frozen=True)
class Source:
    """A function's definition: its tree, the class whose private names it uses, and its file."""

    node: ast.FunctionDef | ast.Lambda
    of_class: str | None
    file: str


_OF_C = (
    *(types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType),
    *(types.MethodWrapperType, types.ClassMethodDescriptorType),
)
_KINDS: tuple[tuple[type, str], ...] = (
    (staticmethod, "put @staticmethod above this decorator"),
    (classmethod, "put @classmethod above this decorator"),
    (property, "put @property above this decorator"),
    (type, "decorate its methods instead"),
    (types.MethodType, "decorate the method where it is defined"),
    *((kind, "it is written in C and has no Python source") for kind in _OF_C),
)


def source_of(function: Any) -> Source:
    """Give the definition of a function; raises StagingError when it has none, or it is not to be known for certain.

    The file is compiled again, and the definition counts only when it gives the code of the function. So a file changed
    since its import, or a cell of a notebook redefined since, is never taken for the function.
    """
    name = getattr(function, "__qualname__", repr(function))
    for kind, reason in _KINDS:
        if isinstance(function, kind):
            raise StagingError(f"{kind.__name__} {name}", reason)
    if not isinstance(function, types.FunctionType):
        raise StagingError(
            f"{type(function).__name__} {name}",
            "it is no Python function; decorate the function it was made from first",
        )
    code = function.__code__
    site = Site(code.co_filename, code.co_firstlineno)
    if hasattr(function, "__wrapped__"):
        raise StagingError(
            f"decorated function {name}", "a decorator below wraps it, whose source this is not; put it above", site
        )
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise StagingError(f"coroutine {name}", "coroutines cannot be virtualized", site)
    if inspect.isgeneratorfunction(function):
        raise StagingError(f"generator {name}", "a generator cannot be virtualized; return a list", site)
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename, function.__globals__)
    if not lines:
        raise StagingError(
            f"function {name}", "its source is not to be found; define it in a file or a cell of a notebook", site
        )
    try:
        definitions = _definitions("".join(lines), code.co_filename, code.co_flags & FUTURE)
    except (SyntaxError, ValueError) as error:
        raise StagingError(f"function {name}", f"its source cannot be read: {error}", site) from None
    found = [each for each in definitions if _same(each.code, code)]
    if len({ast.dump(each.node) for each in found}) != 1:
        raise StagingError(
            f"function {name}",
            "its source was changed or redefined since it was defined; run the file or the cell again"
            if not found
            else "several functions stand in its line; give each a line",
            site,
        )
    return Source(found[0].node, found[0].of_class, code.co_filename)


@dataclass(frozen=True)
class _Definition:
    node: ast.FunctionDef | ast.Lambda
    of_class: str | None
    code: types.CodeType


@lru_cache(maxsize=32)
def _definitions(text: str, file: str, flags: int) -> tuple[_Definition, ...]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # shown when the file was compiled first
        tree = ast.parse(text, file)
        compiled = compile(text, file, "exec", flags, dont_inherit=True)
    by_place: dict[tuple[int, str], list[types.CodeType]] = {}
    for code in _codes(compiled):
        by_place.setdefault((code.co_firstlineno, code.co_name), []).append(code)
    nodes: dict[tuple[int, str], list[tuple[ast.FunctionDef | ast.Lambda, str | None]]] = {}
    for node, of_class in _functions(tree, None):
        nodes.setdefault(_place(node), []).append((node, of_class))
    found = []
    for place, here in nodes.items():
        codes = by_place.get(place, [])
        # Functions of one line are compiled in the order of the text.
        pairs = zip(here, codes, strict=True) if len(here) == len(codes) else itertools.product(here, codes)
        found += [_Definition(node, of_class, code) for (node, of_class), code in pairs]
    return tuple(found)


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _codes(each)


def _functions(node: ast.AST, of_class: str | None) -> Iterator[tuple[ast.FunctionDef | ast.Lambda, str | None]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.Lambda):
            yield child, of_class
        yield from _functions(child, child.name if isinstance(child, ast.ClassDef) else of_class)


def _place(node: ast.FunctionDef | ast.Lambda) -> tuple[int, str]:
    if isinstance(node, ast.Lambda):
        return node.lineno, "<lambda>"
    return min([node.lineno, *(each.lineno for each in node.decorator_list)]), node.name


def _same(compiled: types.CodeType, code: types.CodeType) -> bool:
    """Tell whether code is what its source gives; pytest rewrites `assert` in the modules that it imports."""
    if compiled == code:
        return True
    rewritten = any(
        name.startswith("@py_assert") or name == "@pytest_ar" for name in (*code.co_varnames, *code.co_names)
    )
    return (
        rewritten
        and (compiled.co_name, compiled.co_firstlineno) == (code.co_name, code.co_firstlineno)
        and compiled.co_freevars == code.co_freevars
    )
