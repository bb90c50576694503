"""What the tests under a real Horovod share."""

from __future__ import annotations

import pytest

from tests.horovod import environment, suite


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes the table of conversions."""
    parser.addoption("--write-table", action="store_true", help="write docs/conversions.md from the runs")


def pytest_configure(config: pytest.Config) -> None:
    """Collect the verdicts where the table is wanted."""
    if config.getoption("--write-table", default=False):
        config.pluginmanager.register(Table())


@pytest.fixture(scope="session")
def horovod_python() -> str:
    """Give the interpreter that has TensorFlow and Horovod, or skip."""
    python = environment.interpreter()
    if python is None:
        pytest.skip("no environment with Horovod; build it with: python3 tests/horovod/environment.py")
    return str(python)


class Table:
    """The verdicts of all scripts, wherever they were run; the page is written in the end, when none is missing."""

    def __init__(self) -> None:
        self._found: dict[str, dict[int, str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take the verdicts that a test has recorded; under xdist its worker sends them with the report."""
        if report.when == "call":
            recorded = dict(report.user_properties)
            if "script" in recorded:
                self._found[str(recorded["script"])] = dict(enumerate(str(recorded["verdicts"]).split(", "), 1))

    def pytest_sessionfinish(self) -> None:
        """Write the page, unless only some of the scripts were run."""
        if sorted(self._found) == suite.names():
            suite.TABLE.write_text(suite.table(self._found), encoding="utf-8")
