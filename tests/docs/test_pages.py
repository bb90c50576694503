"""The documentation agrees with the code: rule pages are fresh, links lead somewhere, the options are the real ones."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from farandole.cli import main
from farandole.options import Options
from farandole.rules.docs import pages
from farandole.rules.families import FAMILIES

ROOT = Path(__file__).parents[2]
DOCS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_the_rule_pages_are_fresh() -> None:
    folders = {ROOT / "docs" / family.pages for family in FAMILIES}
    written = {
        path.relative_to(ROOT / "docs").as_posix(): path.read_text(encoding="utf-8")
        for folder in folders
        for path in folder.glob("*.md")
    }
    assert written == pages(), "run `python docs/generate.py`"


@pytest.mark.parametrize("path", DOCS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    prose = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    targets = [target for target in re.findall(r"\]\(([^)#]+)[^)]*\)", prose) if "://" not in target]
    assert [target for target in targets if not (path.parent / target).exists()] == []


def test_the_readme_names_every_option() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = readme.partition("## Options")[2].partition("\n## ")[0]
    named = {
        name
        for row in table.splitlines()
        if row.startswith("| `")
        for name in re.findall(r"`([a-z-]+)`", row.split("|")[1])
    }
    assert named == {option.name.replace("_", "-") for option in fields(Options)}


def test_the_readme_converts_an_example_that_is_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"farandole distribute (examples/\S+\.py)", readme)
    assert examples
    assert all((ROOT / example).is_file() for example in examples)


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_an_example_lacks_nothing_when_it_is_converted(example: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["distribute", str(example)]) == 0
    said = capfd.readouterr().err
    steps = {f"HVD10{number}" for number in range(1, 8)}
    assert steps <= {line.split()[0] for line in said.splitlines()}
