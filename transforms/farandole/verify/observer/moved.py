"""Names that a library has no more, given by what they stand for now, as the replacement files say."""

from __future__ import annotations

import importlib
import sys
import types
from collections.abc import Callable, Mapping
from typing import Any

from .imports import Provided


class Moved:
    """The names of each module that are found elsewhere now; `note` is told of each that a script uses."""

    def __init__(self, moved: Mapping[str, Mapping[str, str]], note: Callable[[str], None]) -> None:
        self._moved = moved
        self._note = note
        parts = [module.split(".") for module in moved]
        packages = {".".join(each[:count]): dict[str, str]() for each in parts for count in range(2, len(each))}
        self._modules: dict[str, Mapping[str, str]] = {**packages, **moved}

    def install(self) -> None:
        """Have the modules found that are not there: this finder is asked last."""
        sys.meta_path.append(Provided({name: self._provided(name) for name in self._modules}))

    def completes(self, module: str) -> bool:
        """Whether names of a module are found elsewhere now."""
        return module in self._moved

    def complete(self, module: types.ModuleType) -> None:
        """Have a module that is there answer for the names that it has no more."""
        own = vars(module).get("__getattr__")

        def answer(name: str) -> Any:
            if own is not None:
                try:
                    return own(name)
                except AttributeError:
                    pass
            return self._answer(module.__name__, name)

        vars(module)["__getattr__"] = answer

    def _provided(self, module: str) -> dict[str, Any]:
        names = list(self._modules[module])
        return {"__getattr__": lambda name: self._answer(module, name), "__all__": names}

    def _answer(self, module: str, name: str) -> Any:
        if f"{module}.{name}" in self._modules:
            return importlib.import_module(f"{module}.{name}")
        place = self._modules[module].get(name)
        if place is None:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        self._note(f"{module}.{name}: {place}, its name now")
        return found(place)


def found(place: str) -> Any:
    """Give what a dotted name means: a module, or something in one. Raises ImportError."""
    parts = place.split(".")
    meant: Any = importlib.import_module(parts[0])
    for count, name in enumerate(parts[1:], 2):
        # An attribute first: a library's public names need not be in the module of that name.
        meant = getattr(meant, name) if hasattr(meant, name) else importlib.import_module(".".join(parts[:count]))
    return meant
