"""Loaders of data sets, and what else is downloaded, replaced by synthetic data as the replacement files say."""

from __future__ import annotations

import fnmatch
import functools
import inspect
import re
import sys
import types
from collections.abc import Callable, Iterable
from typing import Any

from . import stubs
from .imports import everywhere, provide
from .moved import Moved
from .synthetic import arrays, rows

HOMES = ("keras", "keras.src", "tf_keras", "tf_keras.src", "tensorflow.python.keras")
"""Where the modules are that replacement files call `keras`."""


class Replacements:
    """The replacements of a run, and which of them were used."""

    def __init__(self, described: dict[str, Any], sizes: dict[str, int] | None) -> None:
        self._replacements: list[dict[str, Any]] = described["replacement"]
        self._datasets: list[dict[str, Any]] = described["dataset"]
        self._sizes = sizes
        self._made: set[Any] = set()
        homes = {
            place.rpartition(".")[0]
            for replacement in self._replacements
            for call in replacement["calls"]
            for place in places(call)
        }
        self._homes = re.compile("|".join(map(fnmatch.translate, sorted(homes))))
        self.used: dict[str, None] = {}
        self._moved = Moved(described["moved"], self._note)

    def install(self) -> None:
        """Provide the modules that are there only for data, and replace what is to be replaced in those imported."""
        for replacement in self._replacements:
            if replacement["gives"] == "read_data_sets":
                for call in replacement["calls"]:
                    module, _, name = call.rpartition(".")
                    provide(module, {name: self._replaced(call, None, replacement)})
        tfds = stubs.TensorFlowDatasets(self._datasets, self._sizes, self._note)
        provide("tensorflow_datasets", tfds.names())
        self._moved.install()
        # All at once: to look for what was imported from where takes a while.
        self.apply(*(module for name, module in list(sys.modules.items()) if self.replaces(name)))

    def _note(self, what: str) -> None:
        self.used[what] = None

    def replaces(self, module: str) -> bool:
        """Whether something of a module is replaced, or found elsewhere now."""
        return self._homes.match(module) is not None or self._moved.completes(module)

    def apply(self, *modules: types.ModuleType) -> None:
        """Replace what is to be replaced in modules, and wherever it was imported from there."""
        for module in modules:
            if self._moved.completes(module.__name__):
                self._moved.complete(module)
        replaced = {id(original): (original, new) for module in modules for original, new in self._within(module)}
        if replaced:
            everywhere(replaced)

    def _within(self, module: types.ModuleType) -> Iterable[tuple[Any, Any]]:
        """Replace functions that stand in a module, and yield each with what it is replaced by."""
        for replacement in self._replacements:
            for call in replacement["calls"]:
                for full in places(call):
                    place, _, name = full.rpartition(".")
                    if not fnmatch.fnmatchcase(module.__name__, place):
                        continue
                    for found in fnmatch.filter(list(vars(module)), name):
                        original = getattr(module, found)
                        if not inspect.isfunction(original) or original in self._made:
                            continue
                        if takes(original, replacement.get("argument")):
                            label = call.rpartition(".")[0].replace("*", module.__name__.rpartition(".")[2])
                            new = self._replaced(f"{label}.{found}", original, replacement)
                            self._made.add(new)
                            setattr(module, found, new)
                            yield original, new

    def _replaced(self, call: str, original: Any, replacement: dict[str, Any]) -> Callable[..., Any]:
        make: Callable[..., Any] = getattr(self, "_" + replacement["gives"].replace(" ", "_"))

        def loader(*args: Any, **kwargs: Any) -> Any:
            return make(call, replacement, original, args, kwargs)

        return functools.wraps(original)(loader) if original is not None else loader

    def _parts_of(self, call: str, replacement: dict[str, Any], arguments: dict[str, Any]) -> dict[str, Any]:
        made = {
            part: arrays(call, part, rows(part, count, self._sizes), replacement["arrays"], arguments)
            for part, count in replacement["parts"].items()
        }
        sizes = " and ".join(str(len(next(iter(part.values())))) for part in made.values())
        self._note(f"{call}: {sizes} synthetic samples")
        return made

    def _parts(self, call: str, replacement: dict[str, Any], original: Any, args: Any, kwargs: Any) -> Any:
        made = self._parts_of(call, replacement, bound(original, args, kwargs))
        return tuple(tuple(part.values()) for part in made.values())

    def _bunch(self, call: str, replacement: dict[str, Any], original: Any, args: Any, kwargs: Any) -> Any:
        arguments = bound(original, args, kwargs)
        (made,) = self._parts_of(call, replacement, arguments).values()
        if arguments.get("return_X_y"):
            return made["data"], made["target"]
        from sklearn.utils import Bunch  # noqa: PLC0415 - the user's

        return Bunch(**made, **replacement.get("attributes", {}), DESCR="synthetic data")

    def _word_index(self, call: str, replacement: dict[str, Any], *_: Any) -> dict[str, int]:
        self._note(f"{call}: {replacement['words']} synthetic words")
        return {f"word{number}": number for number in range(1, replacement["words"] + 1)}

    def _call(self, call: str, replacement: dict[str, Any], original: Any, args: Any, kwargs: Any) -> Any:
        name = replacement["argument"]
        if bound(original, args, kwargs).get(name) != replacement["when"]:
            return original(*args, **kwargs)
        self._note(f"{call}: {name} drawn at random instead of {replacement['when']!r}")
        given = inspect.signature(original).bind(*args, **kwargs)
        given.arguments[name] = None if replacement["becomes"] == "none" else replacement["becomes"]
        return original(*given.args, **given.kwargs)

    def _nothing(self, call: str, *_: Any) -> None:
        self._note(f"{call}: not called")

    def _read_data_sets(self, call: str, replacement: dict[str, Any], _: Any, args: Any, kwargs: Any) -> Any:
        made = self._parts_of(call, replacement, {})
        return stubs.read_data_sets(made, *args, **kwargs)


def places(call: str) -> list[str]:
    """Give the names that a call of a replacement file may have: its own, or one in each home of Keras."""
    return [home + call[len("keras") :] for home in HOMES] if call.startswith("keras.") else [call]


def takes(function: Any, argument: str | None) -> bool:
    """Whether a function takes the argument that a replacement changes, if it changes one."""
    return argument is None or argument in inspect.signature(function).parameters


def bound(function: Any, args: Any, kwargs: Any) -> dict[str, Any]:
    """Give the arguments of a call by name, defaults included."""
    if function is None:
        return dict(kwargs)
    try:
        given = inspect.signature(function).bind(*args, **kwargs)
    except TypeError:
        return dict(kwargs)
    given.apply_defaults()
    return dict(given.arguments)
