"""The contributor's page says of every role and fact what the schema says, and its examples load."""

from __future__ import annotations

import re
from pathlib import Path

from farandole.catalog import load
from farandole.catalog.schema import schema

PAGE = (Path(__file__).parents[2] / "docs" / "catalog.md").read_text(encoding="utf-8")


def rows(heading: str) -> dict[str, str]:
    """Give the tables' rows under a heading: the name in the first column, and the last column."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    cells = [row.strip("|").split("|") for row in section.splitlines() if row.startswith("| `")]
    return {row[0].strip(" `"): row[-1].strip() for row in cells}


def test_the_page_has_every_role_and_fact() -> None:
    assert rows("Roles") == schema().roles
    assert rows("Facts") == schema().meanings


def test_the_examples_of_the_page_are_a_catalogue(tmp_path: Path) -> None:
    examples = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)
    for number, example in enumerate(examples):
        (tmp_path / f"{number}.toml").write_text(example, encoding="utf-8")
    catalog = load(sorted(tmp_path.iterdir()))
    assert catalog.role("acme.compat.optim.rocket.Rocket") == "optimizer"
    assert catalog.knows("acme.plots")
    saves = catalog.entry("acme.plots.save_all")
    assert saves is not None
    assert saves.facts["writes"] is True
