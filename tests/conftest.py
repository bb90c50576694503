"""What all tests share: those in `tests/horovod` carry the mark that keeps them out of a plain `pytest`."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from farandole.cli import COLLECTIONS
from hypothesis import HealthCheck, settings

HOROVOD = Path(__file__).parent / "horovod"

settings.register_profile(
    "quick", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.register_profile("long", settings.get_profile("quick"), max_examples=250)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=2000)
settings.load_profile("quick")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that need a real Horovod, and let the one that only waits come first, beside those that work."""
    for item in items:
        if str(item.path).startswith(f"{HOROVOD}{os.sep}"):
            item.add_marker(pytest.mark.horovod)
    items.sort(key=lambda item: "test_a_hang_is_ended" not in item.name)


def pytest_collection_finish() -> None:
    """Let the garbage collection leave the tests themselves alone, and come as seldom as in a run of the command."""
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)
