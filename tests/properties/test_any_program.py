"""What holds for every program that Python accepts, however odd."""

from __future__ import annotations

import ast
from pathlib import Path

from farandole.conversion.plan import NotIdempotent, Plan, find, make_plan
from farandole.frameworks.analyse import Analyse, analyse, analyse_referenced
from farandole.options import DataDivision, LearningRateScaling, Options
from farandole.source import Document, parse
from hypothesis import given, note
from hypothesis import strategies as st

from tests.properties.programs import PROGRAMS
from tests.untouched import untouched_lines_stay

PATH = Path("/nowhere/train.py")
OPTIONS = st.builds(
    Options, learning_rate_scaling=st.sampled_from(LearningRateScaling), data=st.sampled_from(DataDivision)
)


def converted(text: str, options: Options) -> Plan:
    def read(path: Path) -> Document:
        assert path == PATH
        return parse(text, path)

    return make_plan(analyse(PATH, options, read=read), options)


@given(PROGRAMS, OPTIONS)
def test_a_conversion_parses_changes_little_and_is_complete(text: str, options: Options) -> None:
    note(text)
    try:
        plan = converted(text, options)
    except NotIdempotent:  # refused as a whole: nothing is changed
        return
    assert not (plan.blocked and plan.texts)
    untouched_lines_stay(plan)
    after = plan.texts.get(PATH, plan.script.entry.text)
    note(after)
    ast.parse(after)
    again = converted("\ufeff" * plan.script.entry.bom + after, options)
    assert again.texts == {}


HELPERS = """

def counted_rows(path, least=3):
    with open(path) as file:
        rows = [row.split(",") for row in file]
    print(len(rows), "rows")
    return [row for row in rows if len(row) > least]


class RowsOfTable:
    def __init__(self, path):
        self.rows = counted_rows(path)

    def written(self, path):
        with open(path, "w") as file:
            file.writelines(map(str, self.rows))
"""


@given(PROGRAMS)
def test_functions_that_nothing_refers_to_change_no_finding_elsewhere(program: str) -> None:
    text = program + HELPERS
    note(text)

    def found(read_by: Analyse) -> list[tuple[str, str, int]]:
        script = read_by(PATH, Options(), lambda path: parse(text, path))
        found = ((each.code, each.message, each.span.start) for each in find(script, Options()))
        return [each for each in found if each[-1] < text.index(HELPERS)]

    assert found(analyse_referenced) == found(analyse)
