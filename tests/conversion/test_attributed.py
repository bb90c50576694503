"""The parts of a conversion, each with the edit that it comes from; that they make the whole, `tests/golden` shows."""

from __future__ import annotations

import re
from pathlib import Path

from tests.golden.golden import cases, convert


def test_every_part_of_several_rules_has_its_edit(tmp_path: Path) -> None:
    case = next(case for case in cases() if case.folder.name == "data-fit-arrays")
    plan = convert(case, case.files("in"), tmp_path).plan
    document = plan.script.entry
    parts = plan.edits.attributed(document)
    assert len(parts) > len(plan.edits.changes(document)), "what two rules insert at one place is kept apart"
    assert all(maker is not None for _, maker in parts)


def test_an_edit_that_is_left_out_takes_no_space_of_another_with_it(tmp_path: Path) -> None:
    case = next(case for case in cases() if case.folder.name == "data-fit-arrays")
    plan = convert(case, case.files("in"), tmp_path).plan
    document = plan.script.entry
    parts = plan.edits.attributed(document)
    for left_out in {maker for _, maker in parts}:
        text, position = "", 0
        for part, maker in parts:
            if maker != left_out:
                text += document.text[position : part.start] + part.text
                position = part.end
        assert not re.search(r",\w+=", text + document.text[position:])
