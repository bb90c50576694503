"""One thread that does all the work on programs, one job after another, so that reading messages never waits."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from typing import Any, TypeVar

Result = TypeVar("Result")

_PATIENCE = 0.003


class Cancelled(Exception):
    """A job that is not wanted any more."""


class Priority(IntEnum):
    """What comes first.

    What is known already, questions about the cursor's place, what else someone waits for, what is shown, the index,
    what nobody has asked for yet.
    """

    KNOWN = 0
    CURSOR = 1
    REQUEST = 2
    REFRESH = 3
    INDEX = 4
    SETTLE = 5

    def interrupts(self, other: Priority) -> bool:
        """Say whether a job goes into the middle of another; two requests need the same analysis, which goes on."""
        return self < other and (other > Priority.REQUEST or self is Priority.KNOWN)


@dataclass(eq=False)
class Token:
    """Whether a job is still wanted; `attend` does first what is more urgent."""

    attend: Callable[[], None]
    _cancelled: threading.Event = field(default_factory=threading.Event)
    _asks_again: float = 0

    def cancel(self) -> None:
        """Say that the job is not wanted any more."""
        self._cancelled.set()

    def check(self) -> None:
        """Let more urgent jobs go first; raise Cancelled when this one is not wanted any more.

        Jobs call it as often as they like: it looks every few milliseconds.
        """
        now = time.monotonic()
        if now < self._asks_again:
            return
        self._asks_again = now + _PATIENCE
        if not self._cancelled.is_set():
            self.attend()
        if self._cancelled.is_set():
            raise Cancelled


@dataclass(order=True)
class _Job:
    priority: Priority
    number: int
    token: Token = field(compare=False)
    action: Callable[[Token], Any] = field(compare=False)
    done: Callable[[Any, BaseException | None], None] = field(compare=False)


class Worker:
    """The thread and its queue. It is a daemon: a process that ends does not wait for it."""

    def __init__(self) -> None:
        """Start the thread."""
        self._jobs: list[_Job] = []
        self._numbers = itertools.count()
        self._changed = threading.Condition()
        self._running: Token | None = None
        self._closed = False
        threading.Thread(target=self._work, name="farandole-worker", daemon=True).start()

    def submit(self, priority: Priority, action: Callable[[Token], Result]) -> asyncio.Future[Result]:
        """Queue a job and give its future result; a future that is done before the job ends it, also while it runs."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        token = Token(partial(self._attend, priority))
        future.add_done_callback(lambda _: token.cancel())

        def settle(result: Result, error: BaseException | None) -> None:
            if future.done():
                return
            if isinstance(error, Cancelled):
                future.cancel()
            elif error is not None:
                future.set_exception(error)
            else:
                future.set_result(result)

        def done(result: Result, error: BaseException | None) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(settle, result, error)

        with self._changed:
            heapq.heappush(self._jobs, _Job(priority, next(self._numbers), token, action, done))
            self._changed.notify()
        return future

    def _attend(self, priority: Priority) -> None:
        """Do all that is more urgent than a running job of this priority."""
        while (job := self._more_urgent(priority)) is not None:
            interrupted, self._running = self._running, job.token
            self._do(job)
            self._running = interrupted

    def close(self) -> None:
        """Drop what waits, and ask the running job to end."""
        with self._changed:
            self._closed = True
            self._jobs.clear()
            if self._running is not None:
                self._running.cancel()
            self._changed.notify()

    def _work(self) -> None:
        while (job := self._next()) is not None:
            self._do(job)

    def _do(self, job: _Job) -> None:
        result, error = None, None
        try:
            job.token.check()
            result = job.action(job.token)
        except BaseException as raised:
            error = raised
        job.done(result, error)

    def _more_urgent(self, priority: Priority) -> _Job | None:
        with self._changed:
            interrupts = bool(self._jobs) and self._jobs[0].priority.interrupts(priority)
            return heapq.heappop(self._jobs) if interrupts else None

    def _next(self) -> _Job | None:
        with self._changed:
            self._running = None
            while not self._jobs and not self._closed:
                self._changed.wait()
            if self._closed:
                return None
            job = heapq.heappop(self._jobs)
            self._running = job.token
            return job
