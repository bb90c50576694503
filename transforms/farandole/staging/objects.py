"""Python objects that change while code is staged: a change that would happen once, and not when the program runs."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from farandole.staging.rep import UNBOUND, Rep, Variable

_LIMIT = 20_000
_OPAQUE = (type, types.ModuleType, types.BuiltinFunctionType, Rep)


class Watch:
    """The containers and objects that functions can reach by their variables, as they were when it was made."""

    def __init__(self, functions: Iterable[Callable[..., Any]]) -> None:
        self._seen: dict[int, tuple[str, object, list[object]]] = {}
        self._globals: list[tuple[str, dict[str, object], object]] = []
        self._pending: list[tuple[str, object]] = []
        for function in functions:
            if isinstance(function, types.FunctionType):
                self._pending.append((function.__name__, function))
                self._watch_globals(function)
        while self._pending and len(self._seen) < _LIMIT:
            self._look(*self._pending.pop())

    def changed(self) -> str:
        """Name an object that is no longer as it was; an empty text when there is none."""
        for name, namespace, before in self._globals:
            if namespace.get(name) is not before:
                return f"global `{name}`"
        for name, value, contents in self._seen.values():
            if not _equal(_contents(value), contents):
                return f"`{name}`"
        return ""

    def _watch_globals(self, function: types.FunctionType) -> None:
        for name in sorted(set(_names(function.__code__))):
            if name in function.__globals__:
                value = function.__globals__[name]
                self._globals.append((name, function.__globals__, value))
                self._pending.append((name, value))

    def _look(self, name: str, value: object) -> None:
        if isinstance(value, Variable):
            value = value.content  # the variable itself may change: it is staged then
        if id(value) in self._seen or isinstance(value, _OPAQUE):
            return
        contents = _contents(value)
        if contents is None:
            return
        self._seen[id(value)] = (name, value, contents)
        names = value.__code__.co_freevars if isinstance(value, types.FunctionType) else ()
        self._pending += [
            (names[position] if names else name, each) for position, each in enumerate(contents) if each is not UNBOUND
        ]


def _names(code: types.CodeType) -> Iterator[str]:
    """Give the names that code may look up in its globals."""
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _names(each)


def _contents(value: object) -> list[object] | None:
    """Give what a mutable object holds, in its order; None for what has no contents that Python sees."""
    match value:
        case list() | tuple() | set() | frozenset():
            return list(value)
        case dict():
            return [each for pair in value.items() for each in pair]
        case bytearray():
            return [bytes(value)]
        case types.FunctionType():
            return [_content(cell) for cell in value.__closure__ or ()]
        case types.MethodType():
            return [value.__self__, value.__func__]
    attributes = value.__dict__ if getattr(type(value), "__dictoffset__", 0) else None
    return list(attributes.values()) if isinstance(attributes, dict) else None


def _content(cell: types.CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:
        return UNBOUND


def _equal(after: list[object] | None, before: list[object]) -> bool:
    return (
        after is not None
        and len(after) == len(before)
        and all(
            one is other or (type(one) is type(other) and isinstance(one, int | float | str | bytes) and one == other)
            for one, other in zip(after, before, strict=True)
        )
    )
