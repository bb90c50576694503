"""What all tests share: those in `tests/horovod` carry the mark that keeps them out of a plain `pytest`."""

from __future__ import annotations

from pathlib import Path

import pytest

HOROVOD = Path(__file__).parent / "horovod"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that need a real Horovod."""
    for item in items:
        if HOROVOD in item.path.parents:
            item.add_marker(pytest.mark.horovod)
