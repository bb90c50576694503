"""Back ends: each makes something callable of a program, and imports its library only then."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, TypeAlias

from farandole.staging.sexpr import Program

Backend: TypeAlias = Callable[[Program], Callable[..., Any]]
NAMES = ("python", "torchscript", "tensorflow")


def backend_named(name: str) -> Backend:
    """Give a back end by its name; raises ValueError when there is none."""
    if name not in NAMES:
        raise ValueError(f"no back end is called {name}; there are {', '.join(NAMES)}")
    compiled: Backend = importlib.import_module(f"farandole.staging.backends.{name}").compiled
    return compiled
