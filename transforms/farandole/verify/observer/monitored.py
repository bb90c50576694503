"""Monitored sessions and estimators: the number of steps that a hook stops them at."""

from __future__ import annotations

import functools
from typing import Any

from .loops import Loops


def end_sessions(module: Any, loops: Loops) -> None:
    """Have `StopAtStepHook` stop after as many steps as a loop is ended after."""
    hook = module.StopAtStepHook
    begin, end = hook.after_create_session, hook.end
    running: dict[int, Any] = {}

    @functools.wraps(begin)
    def after_create_session(self: Any, session: Any, coordinator: Any) -> None:
        begin(self, session, coordinator)
        step = int(session.run(self._global_step_tensor))
        planned = self._last_step - step
        if id(self) not in running and planned > 0:
            running[id(self)] = loops.begin(planned)
        self._last_step = min(self._last_step, step + loops.steps)

    @functools.wraps(end)
    def watched_end(self: Any, session: Any) -> None:
        end(self, session)
        loop = running.pop(id(self), None)
        if loop is not None:
            loop.turns = min(loop.planned, loops.steps)
            loops.end(loop, loop.turns < loop.planned)

    hook.after_create_session, hook.end = after_create_session, watched_end
