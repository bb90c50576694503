"""The thread that does all the work, by itself: what it leaves behind."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest
from farandole_server.worker import Priority, Token, Worker


class Node:
    """Something that refers to itself, as trees with parents do: only a collection of garbage frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker()
    gc.disable()
    yield worker
    gc.enable()
    worker.close()


def test_old_garbage_is_collected_though_nobody_pauses(worker: Worker) -> None:
    kept = [Node()]
    node = weakref.ref(kept[0])
    gc.collect()  # it is old now

    def forget(token: Token) -> None:
        kept.clear()
        for _ in range(5):
            gc.collect(1)

    async def jobs() -> tuple[bool, bool]:
        await worker.submit(Priority.REFRESH, forget)
        return await worker.submit(Priority.REFRESH, lambda token: (node() is None, gc.get_count()[-1] == 0))

    assert asyncio.run(jobs()) == (True, True)


def test_a_short_job_is_not_followed_by_a_collection(worker: Worker) -> None:
    kept = [Node()]
    node = weakref.ref(kept[0])
    gc.collect()

    async def jobs() -> bool:
        await worker.submit(Priority.REFRESH, lambda token: kept.clear())
        return await worker.submit(Priority.REFRESH, lambda token: node() is None)

    assert not asyncio.run(jobs())
