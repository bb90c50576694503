"""The same input gives the same bytes and the same messages in each process, whatever the order of its hashes."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.golden.digest import process
from tests.golden.golden import cases


def differing(seeds: Iterable[int]) -> list[str]:
    """Convert all golden scripts in a process for each seed of the hashes; give those that were not the same in all."""
    names = [case.folder.name for case in cases()]
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda seed: _digests(names, seed), seeds))
    return [name for name, *digests in zip(names, *found, strict=True) if len(set(digests)) > 1]


def _digests(names: list[str], seed: int) -> list[str]:
    with process(seed) as running:
        return running.communicate("".join(f"{name}\n" for name in names))[0].splitlines()


@pytest.mark.slow
def test_ten_processes_agree() -> None:
    assert differing(range(10)) == []
