"""What the pages say of the code is what the code does: generated parts, commands and flags, patterns."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from farandole.cli import main
from farandole.frameworks.analyse import analyse
from farandole.frameworks.tensorflow.training import Pattern
from farandole.options import Options

from docs import generate
from tests.horovod import environment

EXAMPLES = generate.DOCS / "patterns" / "examples"
COMPLETE = [path for path in sorted(EXAMPLES.glob("*.py")) if not generate.plan(path).refused]


def test_there_are_pages_with_generated_parts() -> None:
    assert {"tutorial.md", "settings.md", "keras-fit.md"} <= {page.name for page in generate.pages()}


@pytest.mark.parametrize("page", generate.pages(), ids=lambda page: page.stem)
def test_generated_parts_are_fresh(page: Path) -> None:
    assert page.read_text(encoding="utf-8") == generate.generated(page), "run `python docs/generate.py`"


def test_a_stale_part_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("x = 1\n", encoding="utf-8")
    page = tmp_path / "page.md"
    for stale in ("", "```python\nx = 2\n```\n\n"):
        page.write_text(f"before\n\n<!-- generated: script train.py -->\n{stale}<!-- end -->\n\nafter\n", "utf-8")
        assert generate.generated(page) == (
            'before\n\n<!-- generated: script train.py -->\n\n```python linenums="1"\nx = 1\n```\n\n<!-- end -->\n\nafter\n'
        )


def test_every_example_is_shown_on_a_page() -> None:
    shown = {name for page in generate.pages() for name in re.findall(r"examples/(\w+)\.py", page.read_text("utf-8"))}
    assert shown == {path.stem for path in EXAMPLES.glob("*.py")}


def test_the_patterns_are_converted_completely() -> None:
    assert len(COMPLETE) == len(list((generate.DOCS / "patterns").glob("*.md"))) - 2  # the index, and what is refused


def test_every_pattern_has_an_example() -> None:
    found = {training.pattern for path in EXAMPLES.glob("*.py") for training in analyse(path, Options()).trainings}
    assert found == set(Pattern)


@pytest.mark.parametrize("command", ["distribute", "check", "steps", "verify", "server", "explain"])
def test_the_page_of_commands_names_the_flags(command: str) -> None:
    said = subprocess.run(
        [sys.executable, "-m", "farandole", command, "--help"], capture_output=True, text=True, check=True
    ).stdout
    text = (generate.DOCS / "commands.md").read_text(encoding="utf-8")
    section = text.partition(f"\n## farandole {command}\n")[2].partition("\n## ")[0]
    of_settings = (generate.DOCS / "settings.md").read_text(encoding="utf-8")
    flags = set(re.findall(r"(?<![\w-])-{1,2}[a-z][a-z-]+", said)) - {"--help"}
    assert [flag for flag in sorted(flags) if flag not in section and f"`{flag}`" not in of_settings] == []


@pytest.mark.horovod
@pytest.mark.parametrize("example", COMPLETE, ids=lambda path: path.stem)
def test_the_conversion_of_an_example_holds(example: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    python = environment.interpreter()
    if python is None:
        pytest.skip("no environment with Horovod; build it with: python3 tests/horovod/environment.py")
    script = tmp_path / "train.py"
    script.write_bytes(example.read_bytes())
    status = main(["verify", str(script), "-np", "2", "--max-steps", "0", "--format", "json", "--python", str(python)])
    found, errors = capsys.readouterr()
    failed = [oracle for oracle in json.loads(found)["oracles"] if oracle["verdict"] == "failed"]
    assert (status, failed) == (0, []), errors
