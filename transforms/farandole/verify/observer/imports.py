"""Actions after the import of modules."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import re
import sys
import types
from collections.abc import Callable
from typing import Any


class AfterImport(importlib.abc.MetaPathFinder):
    """Does something with a module when it has been imported."""

    def __init__(self, action_for: Callable[[str], Callable[[types.ModuleType], None] | None]) -> None:
        self._action_for = action_for

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """Give the spec that another finder has, with the action after its execution."""
        action = self._action_for(fullname)
        if action is None:
            return None
        for finder in sys.meta_path:
            spec = finder.find_spec(fullname, path, target) if finder is not self else None
            if spec is not None and spec.loader is not None:
                spec.loader = self._followed(spec.loader, action)
                return spec
        return None

    @staticmethod
    def _followed(loader: Any, action: Callable[[types.ModuleType], None]) -> Any:
        execute = loader.exec_module

        def exec_module(module: types.ModuleType) -> None:
            execute(module)
            action(module)

        loader.exec_module = exec_module
        return loader


class Provided(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds modules that are made of given names, by the name of each."""

    def __init__(self, modules: dict[str, dict[str, Any]]) -> None:
        self._modules = modules

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """Give the spec of a module that is known."""
        found = fullname in self._modules
        return importlib.machinery.ModuleSpec(fullname, Provided(self._modules), is_package=True) if found else None

    def exec_module(self, module: types.ModuleType) -> None:
        """Give the module its names."""
        vars(module).update(self._modules[module.__name__])


def provide(module: str, names: dict[str, Any]) -> None:
    """Have a module that is made of these names, whether it is installed or not, and the packages that it is in."""
    parts = module.split(".")
    packages = {".".join(parts[:count]): dict[str, Any]() for count in range(1, len(parts))}
    sys.meta_path.insert(0, Provided({module: names}))
    sys.meta_path.append(Provided(packages))  # asked last: only where there is no such package


def after_import(action_for: Callable[[str], Callable[[types.ModuleType], None] | None]) -> None:
    """Do something with modules when they have been imported, and now with those that were imported before."""
    for name, module in list(sys.modules.items()):
        action = action_for(name)
        if action is not None:
            action(module)
    sys.meta_path.insert(0, AfterImport(action_for))


def everywhere(replaced: dict[int, tuple[Any, Any]]) -> None:
    """Put functions into the place of others wherever a library's module has these."""
    for name, module in list(sys.modules.items()):
        if re.match(r"(keras|tf_keras|tensorflow|sklearn)\b", name):
            for attribute, value in list(getattr(module, "__dict__", {}).items()):
                if id(value) in replaced and replaced[id(value)][0] is value:
                    setattr(module, attribute, replaced[id(value)][1])
