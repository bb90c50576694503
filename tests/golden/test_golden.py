"""Golden scripts: the conversion is what a reader has approved, and converting it again changes nothing."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole.rules.rule import Status

from tests.golden.golden import Case, Conversion, cases, convert
from tests.untouched import untouched_lines_stay

CASES = pytest.mark.parametrize("case", cases(), ids=lambda case: case.folder.name)


@CASES
def test_the_conversion_is_the_approved_one(case: Case, tmp_path: Path) -> None:
    conversion = convert(case, case.files("in"), tmp_path)
    approved = case.files("out")
    assert sorted(conversion.files) == sorted(approved)
    for name, content in approved.items():
        assert conversion.files[name].decode(errors="replace") == content.decode(errors="replace"), name
        assert conversion.files[name] == content, name
    if case.stderr.exists():
        assert conversion.said == case.stderr.read_text(encoding="utf-8")
    else:
        assert conversion.files != case.files("in"), "nothing changes: stderr.txt must say why"


@CASES
def test_an_approved_conversion_is_complete(case: Case, tmp_path: Path) -> None:
    again = convert(case, case.files("out"), tmp_path)
    assert again.files == case.files("out")
    assert again.plan.applied == ()
    assert again.plan.violations == ()


@CASES
def test_check_finds_nothing_new_in_an_approved_conversion(case: Case, tmp_path: Path) -> None:
    (tmp_path / "before").mkdir()
    (tmp_path / "after").mkdir()
    if case.folder.name == "optimizer-names":
        pytest.xfail("HVD103 refuses a rate that it has scaled itself, within `optimizers.get`")
    before = refusals(convert(case, case.files("in"), tmp_path / "before"))
    assert refusals(convert(case, case.files("out"), tmp_path / "after")) <= before


def refusals(conversion: Conversion) -> set[str]:
    """Give the codes of what the rules refuse or condemn in a project."""
    return {each.code for each in conversion.plan.findings if each.status in (Status.REFUSED, Status.VIOLATION)}


@CASES
def test_an_approved_conversion_is_python(case: Case) -> None:
    for name, content in case.files("out").items():
        if name.endswith(".py"):
            ast.parse(content, name)


@CASES
def test_untouched_lines_stay_as_they_are(case: Case, tmp_path: Path) -> None:
    untouched_lines_stay(convert(case, case.files("in"), tmp_path).plan)
