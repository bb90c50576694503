"""`farandole explain` and `farandole steps`."""

from __future__ import annotations

import re

from farandole.rules import all_rules

from tests.cli.conftest import KERAS, Project


def test_a_rule_is_explained_by_code_or_name(project: Project) -> None:
    for rule in all_rules():
        by_code, by_name = project.run("explain", rule.code.lower()), project.run("explain", rule.name)
        assert by_code.status == 0
        assert by_code.out == by_name.out
        assert by_code.out.startswith(f"{rule.code}: {rule.name}\n")
        assert "What it does" in by_code.out
        assert "```" not in by_code.out
        assert max(map(len, re.split(r"\n(?:Example|Reported|Refused)\n", by_code.out)[0].splitlines())) <= 88


def test_an_unknown_rule_gets_a_suggestion(project: Project) -> None:
    ran = project.run("explain", "HVD1O1")
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(r"farandole: no rule is called HVD1O1; did you mean HVD\d+.*\?\n", ran.err)


def test_the_rules_are_listed(project: Project) -> None:
    listed = [line.split()[:2] for line in project.run("explain").out.splitlines()]
    assert listed == [[rule.code, rule.name] for rule in all_rules()]


def test_every_step_has_a_state(project: Project) -> None:
    project.write("train.py")
    ran = project.run("steps", "train.py")
    assert ran.status == 1
    head, *rows = ran.out.splitlines()
    assert re.fullmatch(r"train\.py:\d+  .+, trained by Keras", head)
    assert [row.split()[0] for row in rows] == [rule.code for rule in all_rules() if rule.code.startswith("HVD1")]
    state = re.compile(r".*  (missing  +train\.py:\d.*|done  +train\.py:\d.*|not needed|refused because .+)")
    assert all(state.fullmatch(row) for row in rows), rows
    assert re.search(r"^  HVD101 .*  missing", ran.out, re.MULTILINE)


def test_a_converted_script_misses_no_step(project: Project) -> None:
    project.write("train.py")
    project.run("distribute", "train.py", "--write")
    ran = project.run("steps", "train.py")
    assert ran.status == 0
    assert "missing" not in ran.out
    assert re.search(r"^  HVD101 .*  done", ran.out, re.MULTILINE)


def test_two_trainings_have_a_table_each(project: Project) -> None:
    second = KERAS.partition("\n")[2].replace("model", "other")
    project.write("train.py", KERAS + second)
    heads = [line for line in project.run("steps", "train.py").out.splitlines() if "trained by" in line]
    assert len(heads) == 2
    assert len(set(heads)) == 2
