"""What the tests under a real Horovod share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.horovod import environment, suite


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes the table of conversions."""
    parser.addoption("--write-table", action="store_true", help="write docs/conversions.md from the runs")


@pytest.fixture(scope="session")
def horovod_python() -> str:
    """Give the interpreter that has TensorFlow and Horovod, or skip."""
    python = environment.interpreter()
    if python is None:
        pytest.skip("no environment with Horovod; build it with: python3 tests/horovod/environment.py")
    return str(python)


@pytest.fixture(scope="session")
def verdicts(request: pytest.FixtureRequest) -> Iterator[dict[str, dict[int, str]]]:
    """Collect the verdicts of each script; write the table in the end, when it is wanted and all were run."""
    found: dict[str, dict[int, str]] = {}
    yield found
    if request.config.getoption("--write-table", default=False) and sorted(found) == suite.names():
        suite.TABLE.write_text(suite.table(found), encoding="utf-8")
