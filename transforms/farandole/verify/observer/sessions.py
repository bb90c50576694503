"""The sessions of TensorFlow 1: the steps of their runs, what they are fed, and their variables."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Any

from .loops import Enough
from .samples import Events
from .steps import Steps
from .values import as_array, flat


class Sessions:
    """The sessions that trained, and the variables of each as they were before it closed."""

    def __init__(self, steps: Steps, events: Events) -> None:
        self._steps = steps
        self._events = events
        self._trained: list[Any] = []
        self._sources: dict[int, int] = {}
        self._reached: dict[Any, tuple[frozenset[int], bool]] = {}
        self._run: Callable[..., Any] | None = None
        self.variables: dict[int, list[tuple[str, Any]]] = {}
        self.random_in_training = False

    def _stepped_by(self, session: Any, fetches: Any) -> frozenset[int]:
        optimizers: frozenset[int] = frozenset()
        for fetch in flat(fetches):
            try:
                element = session.graph.as_graph_element(fetch)
            except Exception:
                continue
            operation = getattr(element, "op", element)
            if operation not in self._reached:
                self._reached[operation] = self._steps.reached(operation)
            here, draws = self._reached[operation]
            optimizers |= here
            self.random_in_training |= bool(here) and draws
        return optimizers

    def watch(self, cls: Any) -> None:
        """Have `run` and `close` of TensorFlow's sessions noted."""
        run, close = cls.run, cls.close
        self._run = run
        sessions = self

        @functools.wraps(run)
        def watched_run(self: Any, fetches: Any, feed_dict: Any = None, *args: Any, **kwargs: Any) -> Any:
            optimizers = sessions._stepped_by(self, fetches)
            if not optimizers:
                return run(self, fetches, feed_dict, *args, **kwargs)
            if sessions._steps.enough():
                raise Enough
            sessions._events.called()
            result = run(self, fetches, feed_dict, *args, **kwargs)
            if all(known is not self for known in sessions._trained):
                sessions._trained.append(self)
                sessions._sources[id(self)] = sessions._events.source("feed")
            fed = [as_array(value) for value in (feed_dict or {}).values()]
            batch = [value for value in fed if value is not None and value.ndim]
            sessions._events.entered(sessions._sources[id(self)], batch)
            for number in sorted(optimizers):
                sessions._steps.count(number)
            return result

        @functools.wraps(close)
        def watched_close(self: Any) -> Any:
            sessions.note(self)
            return close(self)

        cls.run = watched_run
        cls.close = watched_close

    def note(self, session: Any) -> None:
        """Take the trainable variables of a session that trained, unless they were taken before."""
        number = next((number for number, known in enumerate(self._trained) if known is session), None)
        if number is None or number in self.variables or self._run is None:
            return
        variables = session.graph.get_collection("trainable_variables")
        # Fetching a variable reads the operation that was made with it: nothing is added to a finalised graph.
        values = self._run(session, list(variables))
        self.variables[number] = list(zip([variable.name for variable in variables], values))  # noqa: B905

    def note_open(self) -> None:
        """Take the variables of the sessions that were never closed."""
        for session in self._trained:
            with contextlib.suppress(Exception):
                self.note(session)
