"""Rates that a script sets while it trains are followed through all that they may be, however many ways there are."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.rules.horovod.rates.assigned import assigned
from farandole.rules.horovod.rates.bounds import bounds
from farandole.rules.horovod.rates.places import Hidden, Place

SCRIPT = """\
import tensorflow as tf

optimizer = tf.keras.optimizers.SGD(0.1)
for epoch in range(100):
    rate = {first}
{turns}
    optimizer.learning_rate = rate
"""
TURN = "    if epoch > {n}:\n        rate = {next}"


@pytest.mark.parametrize(
    ("first", "next_rate", "expected"),
    [
        ("0.1", "rate * 0.9", [Place]),
        ("optimizer.learning_rate", "rate * 0.9", []),
        ("optimizer.learning_rate", "0.01", [Hidden]),
    ],
)
def test_a_rate_may_change_in_many_conditions(first: str, next_rate: str, expected: list[type], tmp_path: Path) -> None:
    turns = "\n".join(TURN.format(n=n, next=next_rate) for n in range(60))
    (tmp_path / "train.py").write_text(SCRIPT.format(first=first, turns=turns), encoding="utf-8")
    script = analyse(tmp_path / "train.py", Options())
    assert [type(each) for each in assigned(script, script.entry)] == expected


def test_a_rate_that_a_loop_computes_from_the_one_before_is_not_another(tmp_path: Path) -> None:
    text = SCRIPT.format(first="optimizer.learning_rate", turns="    for _ in range(3):\n        rate = rate * 0.9")
    (tmp_path / "train.py").write_text(text, encoding="utf-8")
    script = analyse(tmp_path / "train.py", Options())
    assert list(assigned(script, script.entry)) == []


@pytest.mark.parametrize(("first", "expected"), [("optimizer.learning_rate", ["1e-05"]), ("0.1", [])])
def test_a_floor_is_found_behind_many_changes_of_the_rate(first: str, expected: list[str], tmp_path: Path) -> None:
    turns = [TURN.format(n=n, next="rate * 0.9") for n in range(60)]
    turns.append("    rate = max(rate, 1e-5)\n    rate *= 0.5")
    (tmp_path / "train.py").write_text(SCRIPT.format(first=first, turns="\n".join(turns)), encoding="utf-8")
    script = analyse(tmp_path / "train.py", Options())
    assert [ast.unparse(each.node) for each in bounds(script, script.entry)] == expected
