"""The variables of eager code."""

from __future__ import annotations

import contextlib
import functools
import gc
import weakref
from collections.abc import Container
from typing import Any


class Variables:
    """Every variable that eager code created, in that order."""

    def __init__(self) -> None:
        self._created: list[weakref.ref[Any]] = []

    def watch(self, cls: Any) -> None:
        """Have the creation of resource variables noted."""
        original = cls.__init__
        created = self._created

        @functools.wraps(original)
        def init(self: Any, *args: Any, **kwargs: Any) -> None:
            original(self, *args, **kwargs)
            if type(self).__name__ != "_UnreadVariable":  # what an assignment returns
                created.append(weakref.ref(self))

        cls.__init__ = init

    def trainable(self, trained: Container[int]) -> list[tuple[str, Any, bool]]:
        """Give name and value of each living trainable variable, and whether an optimizer was given it.

        Those of integers are left out.
        """
        gc.collect()
        found = []
        for reference in self._created:
            variable = reference()
            # Keras's models count in integer variables that they leave trainable.
            if variable is None or not (variable.trainable and variable.dtype.is_floating):
                continue
            if hasattr(variable.handle, "numpy"):
                with contextlib.suppress(Exception):  # never initialised: its trace was thrown away
                    found.append((variable.name, variable.numpy(), id(variable.handle) in trained))
        return found
