"""Golden scripts: the conversion is what a reader has approved, and converting it again changes nothing.

What several tests ask of a case is converted once for all of them; they run one after another, and change nothing of it.
"""

from __future__ import annotations

import ast

import pytest
from farandole.conversion.plan import first_plan
from farandole.removal import remove
from farandole.rules.rule import Status
from farandole.settings import load
from farandole.source import Document, EditSet

from tests.golden.golden import Case, Conversion, cases, convert
from tests.untouched import untouched_lines_stay


@pytest.fixture(scope="module", params=cases(), ids=lambda case: case.folder.name)
def case(request: pytest.FixtureRequest) -> Case:
    """Give each case; the tests of one stand together."""
    found: Case = request.param
    return found


@pytest.fixture(scope="module")
def converted(case: Case, tmp_path_factory: pytest.TempPathFactory) -> Conversion:
    """Convert the original of a case; that a second reading changes nothing, `again` tells."""
    return convert(case, case.files("in"), tmp_path_factory.mktemp("original"), first_plan)


@pytest.fixture(scope="module")
def again(case: Case, tmp_path_factory: pytest.TempPathFactory) -> Conversion:
    """Convert the approved conversion of a case again."""
    return convert(case, case.files("out"), tmp_path_factory.mktemp("approved"))


def test_the_conversion_is_the_approved_one(case: Case, converted: Conversion) -> None:
    approved = case.files("out")
    assert sorted(converted.files) == sorted(approved)
    for name, content in approved.items():
        assert converted.files[name].decode(errors="replace") == content.decode(errors="replace"), name
        assert converted.files[name] == content, name
    if case.stderr.exists():
        assert converted.said == case.stderr.read_text(encoding="utf-8")
    else:
        assert converted.files != case.files("in"), "nothing changes: stderr.txt must say why"


@pytest.mark.slow
def test_an_approved_conversion_is_complete(case: Case, again: Conversion) -> None:
    assert again.files == case.files("out")
    assert again.plan.applied == ()
    assert again.plan.violations == ()


@pytest.mark.slow
def test_check_finds_nothing_new_in_an_approved_conversion(
    case: Case, converted: Conversion, again: Conversion
) -> None:
    assert refusals(again) <= refusals(converted)


@pytest.mark.slow
def test_there_is_nothing_to_remove_from_an_original_without_horovod(case: Case, converted: Conversion) -> None:
    script = converted.plan.script
    found = remove(script, load(script.entry.path))
    assert found.texts == {} or any(b"horovod" in content for content in case.files("in").values())


def refusals(conversion: Conversion) -> set[str]:
    """Give the codes of what the rules refuse or condemn in a project."""
    return {each.code for each in conversion.plan.findings if each.status in (Status.REFUSED, Status.VIOLATION)}


def test_an_approved_conversion_is_python(case: Case) -> None:
    for name, content in case.files("out").items():
        if name.endswith(".py"):
            ast.parse(content, name)


def test_untouched_lines_stay_as_they_are(converted: Conversion) -> None:
    untouched_lines_stay(converted.plan)


def test_parts_with_the_edits_that_they_come_from_make_the_same_text(converted: Conversion) -> None:
    for document in converted.plan.script.documents:
        assert made(document, converted.plan.edits) == converted.plan.edits.apply(document)


def made(document: Document, edits: EditSet) -> str:
    """Make the parts as a client of the language server does: each at its place, those at one offset in order."""
    text, position = "", 0
    for part, _ in edits.attributed(document):
        assert part.start >= position, "parts overlap"
        text += document.text[position : part.start] + part.text
        position = part.end
    return text + document.text[position:]
