"""Advice that is taken together: either all of it, or a word that some of it excludes the rest."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from farandole.cli import main
from farandole.conversion.plan import Exclusive, find, plan_corrections
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.rules import all_rules
from farandole.rules.families import ADVICE

EXAMPLES = {rule.code: rule.examples[0].before for rule in all_rules() if rule.family is ADVICE}
MAIN = EXAMPLES["ADV107"]
FIT = EXAMPLES["ADV104"]


@pytest.mark.parametrize("code", ["ADV104", "ADV105", "ADV107", "ADV109"])
def test_any_two_pieces_of_advice_are_both_taken_or_exclude_one_another(code: str, tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    path.write_text(EXAMPLES[code], encoding="utf-8")
    options = Options(select=("ADV",))
    fixable = sorted(
        {each.code for each in find(analyse(path, options), options) if each.fix and each.rule.family is ADVICE}
    )
    exclusive = {frozenset((rule.code, other.code)) for rule in all_rules() for other in rule.excludes}
    for pair in combinations(fixable, 2):
        options = Options(select=pair)
        if frozenset(pair) in exclusive:
            with pytest.raises(Exclusive):
                plan_corrections(analyse(path, options), options, pair)
        else:
            applied = plan_corrections(analyse(path, options), options, pair).applied
            assert {each.code for each in applied} == set(pair)


@pytest.mark.parametrize(
    ("text", "codes", "line"), [(MAIN, "ADV107,ADV108", 9), (FIT, "ADV102,ADV104", 5), (FIT, "ADV104,ADV106", 6)]
)
def test_nothing_is_written_where_only_one_can_be_taken(
    text: str, codes: str, line: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "train.py"
    path.write_text(text, encoding="utf-8")
    assert main(["check", str(path), "--select", codes, "--confirm", codes, "--fix"]) == 2
    first, second = codes.split(",")
    said = capsys.readouterr().err
    assert f"line {line}: {first} (" in said and f"and {second} (" in said and f"--ignore {second}" in said
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("first", ["ADV102", "ADV106"])
def test_a_rate_that_is_written_twice_is_left_to_its_author(first: str, tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    path.write_text(FIT, encoding="utf-8")
    assert main(["check", str(path), "--select", first, "--confirm", first, "--fix"]) == 0
    options = Options(select=("ADV104",))
    (found,) = [each for each in find(analyse(path, options), options) if each.code == "ADV104"]
    assert found.fix is None
