"""Every rule is what its examples say: they convert, are left alone, or are refused as the rule's page shows them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path

import pytest
from farandole.conversion.plan import Plan, find, make_plan, plan_for
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.rules import all_rules
from farandole.rules.docs import HEADINGS
from farandole.rules.families import FAMILIES
from farandole.rules.rule import Example, Refused, Rule, Status
from farandole.settings import options_from

RULES = all_rules()
EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.code}-{number}")
    for rule in RULES
    for number, example in enumerate(rule.examples)
]
UNTOUCHED = [
    pytest.param(rule, text, id=f"{rule.code}-{number}") for rule in RULES for number, text in enumerate(rule.untouched)
]
REPORTED = [
    pytest.param(rule, text, id=f"{rule.code}-{number}") for rule in RULES for number, text in enumerate(rule.reported)
]
REFUSED = [
    pytest.param(rule, refused, id=f"{rule.code}-{number}-{refused.because}")
    for rule in RULES
    for number, refused in enumerate(rule.refused)
]


def written(rule: Rule, text: str, folder: Path) -> Path:
    """Write a script, with the files that its rule's examples need beside them."""
    path = folder / "train.py"
    path.write_text(text, encoding="utf-8", newline="")
    for name, content in rule.files.items():
        (folder / name).write_text(content, encoding="utf-8")
    return path


def conversion(rule: Rule, text: str, folder: Path) -> Plan:
    return make_plan(analyse(written(rule, text, folder), Options()), Options())


def applied(rule: Rule, text: str, folder: Path, options: Mapping[str, object]) -> Plan:
    path = written(rule, text, folder)
    chosen = options_from(
        {**rule.settings, **options}, folder, Options(select=() if rule.family.on_by_default else (rule.code,))
    )
    script = analyse(path, chosen)
    return plan_for(script, find(script, chosen), lambda finding: finding.code == rule.code)


def result(plan: Plan) -> str:
    entry = plan.script.entry
    return plan.texts.get(entry.path, entry.text)


def test_codes_and_names_are_distinct() -> None:
    classes = {type(rule) for rule in RULES} | set(every_subclass(Rule))
    codes = [each.code for each in classes]
    names = [each.name for each in classes]
    assert sorted(codes) == sorted(set(codes))
    assert sorted(names) == sorted(set(names))


def every_subclass(kind: type[Rule]) -> list[type[Rule]]:
    return [each for child in kind.__subclasses__() for each in (child, *every_subclass(child))]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_belongs_to_its_family(rule: Rule) -> None:
    assert rule.family in FAMILIES
    assert rule.code.startswith(rule.family.prefix)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_is_documented(rule: Rule) -> None:
    lines = (type(rule).__doc__ or "").splitlines()
    headings = tuple(line.strip() for line in lines if line.strip().startswith("## "))
    assert headings == HEADINGS
    assert rule.title and not rule.title.endswith(".")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_shows_what_it_does_and_what_it_leaves_alone(rule: Rule) -> None:
    refused_elsewhere = [each for other in RULES for each in other.refused if each.because == rule.code]
    assert rule.examples or rule.reported or rule.refused or refused_elsewhere
    assert rule.untouched


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_an_example_is_converted(rule: Rule, example: Example, tmp_path: Path) -> None:
    plan = applied(rule, example.before, tmp_path, example.options)
    assert result(plan) == example.after
    ast.parse(example.after)


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_a_converted_example_is_left_alone(rule: Rule, example: Example, tmp_path: Path) -> None:
    plan = applied(rule, example.after, tmp_path, example.options)
    assert result(plan) == example.after


@pytest.mark.parametrize(("rule", "text"), UNTOUCHED)
def test_an_untouched_script_misses_nothing(rule: Rule, text: str, tmp_path: Path) -> None:
    plan = applied(rule, text, tmp_path, {})
    about = [finding for finding in plan.findings if finding.code == rule.code]
    assert [finding.message for finding in about if finding.status is not Status.DONE] == []


@pytest.mark.parametrize(("rule", "text"), REPORTED)
def test_a_reported_script_is_reported_and_not_changed(rule: Rule, text: str, tmp_path: Path) -> None:
    plan = applied(rule, text, tmp_path, {})
    about = [finding for finding in plan.findings if finding.code == rule.code]
    assert about and all(finding.message and finding.suggestion for finding in about)
    assert result(plan) == text


@pytest.mark.parametrize(("rule", "refused"), REFUSED)
def test_a_refused_script_is_refused_for_the_named_reason(rule: Rule, refused: Refused, tmp_path: Path) -> None:
    plan = conversion(rule, refused.before, tmp_path)
    about = [finding for finding in plan.refused if finding.code == refused.because]
    assert about, [f"{finding.code} {finding.message}" for finding in plan.refused]
    assert all(finding.message and finding.suggestion for finding in about)
    steps = {finding.step for finding in about}
    assert rule.code == refused.because or rule.code in steps or not steps - {""}
