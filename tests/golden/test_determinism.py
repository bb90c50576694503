"""The same input gives the same bytes and the same messages in each process, whatever the order of its hashes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.golden.digest import process
from tests.golden.golden import cases

SEEDS = 10
"""The processes, each with a seed of its own for the hashes."""

EACH = 2
"""In how many of them a script is converted."""


def _digests(names: list[str], seed: int) -> dict[str, str]:
    """Convert some golden scripts in a process of their own, and give a digest of each conversion."""
    with process(seed) as running:
        found = running.communicate("".join(f"{name}\n" for name in names))[0].splitlines()
    return dict(zip(names, found, strict=True))


@pytest.mark.slow
def test_processes_agree() -> None:
    names = [case.folder.name for case in cases()]
    shares = [[name for number, name in enumerate(names) if (number - seed) % SEEDS < EACH] for seed in range(SEEDS)]
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(_digests, shares, range(SEEDS)))
    by_name = {name: {digests[name] for digests in found if name in digests} for name in names}
    assert [name for name, digests in by_name.items() if len(digests) > 1] == []
