"""Adding a rule is one file and one command: the guide is followed with a rule that is thrown away."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PARTS = (
    "transforms",
    "server",
    "README.md",
    "docs",
    "examples",
    "editors",
    "client-vscode/package.json",
    "client-vscode/scripts",
    "tests/rules",
)
RULE = '''\
"""A rule for a test."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Example, Finding, Rule, Severity, Status
from farandole.source import EditSet, layout


class EarlyShutdown(Rule):
    """Leave the end of Horovod to Horovod.

    ## What it does

    Finds `hvd.shutdown()`.

    ## Why

    It is a rule for a test.

    ## When it is not offered

    Never.

    ## Edit safety

    The call is deleted.
    """

    family = MISTAKES
    code, name = "HVD499", "early-shutdown"
    title = "Leave the end of Horovod to Horovod"
    severity = Severity.ERROR
    examples = [
        Example(
            before="import horovod.tensorflow as hvd\\nhvd.init()\\nhvd.shutdown()\\n",
            after="import horovod.tensorflow as hvd\\nhvd.init()\\n",
        )
    ]
    untouched = ["import horovod.tensorflow as hvd\\nhvd.init()\\n"]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the calls."""
        for call in script.calls_to("horovod.tensorflow.shutdown"):
            yield Finding(
                self,
                Status.VIOLATION,
                call.document,
                call.document.span(call.node),
                "Horovod ends here",
                "leave it to the end of the process",
                fix=partial(_fix, call),
            )


def _fix(call: Call) -> EditSet:
    return EditSet.of(call.document, layout.delete(call.document, call.document.statement(call.node)))
'''


def run(house: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(house / "transforms"), str(house / "server")])}
    return subprocess.run(
        [sys.executable, *words], cwd=house, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a copy of the project with one file more, for which the one command has been run."""
    house = tmp_path_factory.mktemp("house")
    for part in PARTS:
        source, target = ROOT / part, house / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("node_modules"))
        else:
            shutil.copy(source, target)
    folder = house / "transforms" / "farandole" / "rules" / "horovod_mistakes"
    (folder / "hvd499_early_shutdown.py").write_text(RULE, encoding="utf-8")
    done = run(house, "docs/generate.py")
    assert done.returncode == 0, done.stderr
    return house


def test_its_page_and_the_settings_of_editors_are_written(house: Path) -> None:
    assert "## Edit safety" in (house / "docs" / "rules" / "HVD499.md").read_text(encoding="utf-8")
    assert "[HVD499](HVD499.md)" in (house / "docs" / "rules" / "README.md").read_text(encoding="utf-8")
    manifest = json.loads((house / "client-vscode" / "package.json").read_text(encoding="utf-8"))
    pattern = manifest["contributes"]["configuration"]["properties"]["farandole.select"]["items"]["pattern"]
    assert re.search(pattern, "HVD499")


def test_its_examples_are_its_tests(house: Path) -> None:
    done = run(house, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/rules/test_examples.py", "-k", "HVD499")
    assert done.returncode == 0, done.stdout
    assert re.search(r"[5-9] passed", done.stdout)


def test_it_is_explained_found_and_fixed(house: Path) -> None:
    script = house / "train.py"
    script.write_text("import horovod.tensorflow as hvd\nhvd.init()\nhvd.shutdown()\n", encoding="utf-8")
    assert "early-shutdown" in run(house, "-m", "farandole", "explain", "HVD499").stdout
    found = run(house, "-m", "farandole", "check", "train.py")
    assert (found.returncode, found.stdout.splitlines()[0]) == (
        1,
        "train.py:3:1: HVD499 early-shutdown: Horovod ends here",
    )
    assert run(house, "-m", "farandole", "distribute", "train.py", "--write").returncode == 1
    assert "hvd.shutdown()" in script.read_text(encoding="utf-8")
    fixed = run(house, "-m", "farandole", "check", "train.py", "--fix")
    assert (fixed.returncode, fixed.stdout) == (0, ""), fixed.stderr
    assert script.read_text(encoding="utf-8") == "import horovod.tensorflow as hvd\nhvd.init()\n"
