"""Actions after the import of modules."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
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


def after_import(action_for: Callable[[str], Callable[[types.ModuleType], None] | None]) -> None:
    """Do something with modules when they have been imported, and now with those that were imported before."""
    for name, module in list(sys.modules.items()):
        action = action_for(name)
        if action is not None:
            action(module)
    sys.meta_path.insert(0, AfterImport(action_for))
