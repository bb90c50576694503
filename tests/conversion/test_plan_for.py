"""A plan for some of the findings: those of one training, of one place, with the steps that they need."""

from __future__ import annotations

from pathlib import Path

import pytest
from farandole.conversion.plan import Plan, asked, find, find_by_rule, plan_for, states
from farandole.frameworks.analyse import analyse
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.horovod.hvd103_scale_lr import ScaleLearningRate
from farandole.rules.rule import Finding, Status

TWO_MODELS = """\
import tensorflow as tf

first = tf.keras.Sequential([tf.keras.layers.Dense(1)])
second = tf.keras.Sequential([tf.keras.layers.Dense(1)])
first.compile(tf.keras.optimizers.SGD(0.1), "mse")
second.compile(tf.keras.optimizers.SGD(0.2), "mse")
first.fit([[1.0]] * 64, [[2.0]] * 64)
second.fit([[1.0]] * 64, [[2.0]] * 64)
"""


@pytest.fixture
def script(tmp_path: Path) -> Script:
    path = tmp_path / "train.py"
    path.write_text(TWO_MODELS, encoding="utf-8")
    return analyse(path, Options())


def text(plan: Plan) -> str:
    return plan.texts[plan.script.entry.path]


def test_one_finding_brings_what_it_needs_and_no_more(script: Script) -> None:
    findings = find(script, Options())
    chosen = next(finding for finding in findings if finding.code == "HVD103" and "0.2" in finding.message)
    converted = text(plan_for(script, findings, lambda finding: finding is chosen))
    assert "SGD(0.2 * hvd.size())" in converted
    assert "SGD(0.1)" in converted
    assert "hvd.init()" in converted
    assert "DistributedOptimizer" not in converted


def test_one_training_leaves_the_other_alone(script: Script) -> None:
    findings = find(script, Options())
    training = script.trainings[0]
    converted = text(plan_for(script, findings, lambda finding: finding.training in (None, training)))
    assert "    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size()))" in converted
    assert 'second.compile(tf.keras.optimizers.SGD(0.2), "mse")' in converted


def test_states_of_a_training_say_what_is_missing(script: Script) -> None:
    first, second = script.trainings
    findings = find(script, Options())
    assert states(findings, first)["HVD103"] is Status.MISSING
    assert states([each for each in findings if each.training is not first], first).get("HVD103") is None
    assert states([], second) == {}


def test_a_rule_that_fails_costs_its_own_findings_only(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: object, script: Script, options: Options) -> list[Finding]:
        raise RuntimeError("a defect")

    before = {finding.code for finding in find(script, Options())}
    monkeypatch.setattr(ScaleLearningRate, "check", fail)
    results = dict(find_by_rule(script, Options()))
    failed = {rule.code: found for rule, found in results.items() if isinstance(found, Exception)}
    found = {finding.code for each in results.values() if isinstance(each, tuple) for finding in each}
    assert list(results) == list(asked(Options()))
    assert {code: str(error) for code, error in failed.items()} == {"HVD103": "a defect"}
    assert found == before - {"HVD103"}
