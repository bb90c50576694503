"""What all tests share: those in `tests/horovod` carry the mark that keeps them out of a plain `pytest`."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

HOROVOD = Path(__file__).parent / "horovod"

settings.register_profile(
    "quick", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.register_profile("long", settings.get_profile("quick"), max_examples=500)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=2000)
settings.load_profile("quick")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that need a real Horovod."""
    for item in items:
        if HOROVOD in item.path.parents:
            item.add_marker(pytest.mark.horovod)
