"""What the rules about staged code say is what happens, and their fixes work: the examples are run under the libraries."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from farandole.rules import all_rules
from farandole.rules.rule import Rule

from tests.horovod import environment as horovod

ROOT = Path(__file__).parents[3]
RULES = {rule.code: rule for rule in all_rules()}


@dataclass(frozen=True)
class Shown:
    """What an expression after an example shows, as patterns: before the fix and, where there is one, after it.

    `reported` says that the example is one of those that are only reported.
    """

    code: str
    number: int
    expression: str
    before: str
    after: str = ""
    reported: bool = False


TENSORFLOW = [
    Shown(
        "STG101",
        0,
        "[norm(tf.constant([1.0, 3.0])), norm(tf.constant([1.0, 4.0]))] and None",
        r'^None \| total Tensor\("[^"]+", shape=\(\), dtype=float32\)\n$',
        r"^None \| total 4\ntotal 5\n$",
    ),
    Shown(
        "STG101",
        1,
        "[mean(tf.constant([1.0, 3.0])), mean(tf.constant([1.0, 5.0]))] and None",
        r'^None \| loss: Tensor\("[^"]+", shape=\(\), dtype=float32\), of [^\n]*float32[^\n]*\n$',
        r"^None \| loss: 2, of [^\n]*float32[^\n]*\nloss: 3, of [^\n]*float32[^\n]*\n$",
    ),
    Shown(
        "STG102",
        0,
        "[step(tf.ones(3)) for _ in range(3)] and (len(losses), str(losses[0])[:7])",
        r"^\(1, 'Tensor\('\)",
        reported=True,
    ),
    Shown(
        "STG103",
        0,
        "squares(tf.constant([1.0, 2.0, 3.0])).numpy().tolist()",
        "^InaccessibleTensorError: .*out of scope",
        r"^\[1\.0, 4\.0, 9\.0\]",
    ),
    Shown(
        "STG104",
        0,
        "scaled(tf.constant([1.0, 2.0])).numpy().tolist()",
        "must also be initialized in the else branch",
        r"^\[2\.0, 4\.0\]",
    ),
    Shown("STG105", 0, "positive(tf.ones(3))", "the else branch must also have a return statement", reported=True),
    Shown(
        "STG106",
        0,
        "scaled(-tf.ones(1)).numpy().tolist()",
        "has dtype int32 in the main branch, but dtype float32",
        r"^\[-0\.5\]",
    ),
    Shown(
        "STG107",
        0,
        "[float(first_above(tf.constant([1.0, 2.0, 3.0]), limit)) for limit in tf.constant([1.5, 9.0])]",
        "a return statement cannot be placed inside this TensorFlow loop",
        r"^\[2\.0, 1\.0\]",
    ),
    Shown(
        "STG108", 0, "scaled(tf.constant([1.0, 3.0])).numpy().tolist()", "no attribute 'numpy'", r"^\[0\.25, 0\.75\]"
    ),
    Shown(
        "STG108",
        1,
        "scaled(tf.constant([1.0, 3.0])).numpy().tolist()",
        "Cannot convert a symbolic tf.Tensor",
        r"^\[0\.5, 1\.5\]",
    ),
    Shown(
        "STG109",
        0,
        "len({tuple(noisy(tf.zeros(3)).numpy().tolist()) for _ in range(5)})",
        r"^1 ",
        r"^5 ",
    ),
    Shown("STG109", 1, "len({float(noisy(tf.constant(1.0))) for _ in range(5)})", r"^1 ", r"^5 "),
    Shown(
        "STG110",
        0,
        "[scaled(tf.ones(1)).numpy().tolist() for _ in range(2)]",
        "only supports singleton tf.Variables",
        r"^\[\[2\.0\], \[2\.0\]\]",
    ),
    Shown("STG110", 0, "hidden(tf.ones((2, 3)))", "only supports singleton tf.Variables", reported=True),
    Shown("STG111", 0, "step.experimental_get_tracing_count()", r"^20 ", r"^1 "),
    Shown("STG112", 0, "factorial(tf.constant(3))", "RecursionError|maximum recursion depth", reported=True),
    Shown("STG113", 0, "halves(tf.ones(3))", "must return zero or more Tensors", reported=True),
    Shown(
        "STG114",
        0,
        "(root(tf.constant([4.0])).numpy().tolist(), root(tf.constant([-4.0])))",
        "OperatorNotAllowedInGraphError",
        "InvalidArgumentError.*x is negative",
    ),
    Shown("STG114", 0, "root(tf.constant([4.0])).numpy().tolist()", "OperatorNotAllowedInGraphError", r"^\[2\.0\]"),
    Shown("STG114", 1, "root(tf.constant([4.0])).numpy().tolist()", "ValueError: .*x is negative", r"^\[2\.0\]"),
    Shown("STG115", 0, "doubled(tf.ones(3))", "Iterating over a symbolic `tf.Tensor` is not allowed", reported=True),
    Shown(
        "STG116",
        0,
        "[trainer.step(tf.ones(3)) for _ in range(2)] and int(trainer.steps)",
        r"^1 \| 1\n",
        r"^3 \| <tf.Variable .*numpy=1>\n",
    ),
]


def texts(rule: Rule, shown: Shown) -> list[str]:
    """Give the script of an example, and what its fix makes of it."""
    if shown.reported:
        return [rule.reported[shown.number]]
    example = rule.examples[shown.number]
    return [example.before, example.after]


def said(python: Path, cases: Sequence[tuple[str, str]]) -> list[str]:
    """Run scripts in an environment, and give what each says."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": ""}
    ran = subprocess.run(
        [str(python), "-m", "tests.staging.rules.run"],
        cwd=ROOT,
        env=environment,
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    answers: list[str] = json.loads(ran.stdout)
    return answers


@pytest.mark.backends
@pytest.mark.parametrize(
    ("shown", "interpreter", "build"),
    [
        pytest.param(TENSORFLOW, horovod.interpreter, "tests/horovod/environment.py", id="tensorflow"),
    ],
)
def test_what_a_rule_says_happens_and_its_fix_works(
    shown: Sequence[Shown], interpreter: Callable[[], Path | None], build: str
) -> None:
    python = interpreter()
    if python is None:
        pytest.skip(f"no environment; build it with: python3 {build}")
    cases = [(text, each.expression) for each in shown for text in texts(RULES[each.code], each)]
    answers = iter(said(python, cases))
    wrong = []
    for each in shown:
        for pattern in [each.before] if each.reported else [each.before, each.after]:
            answer = next(answers)
            if not re.search(pattern, answer, re.DOTALL):
                wrong.append(f"{each.code} {each.number}: {pattern!r} is not in {answer[-700:]!r}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("prefix", ["STG1"])
def test_every_fix_is_run(prefix: str) -> None:
    run = {(each.code, each.number) for each in TENSORFLOW if not each.reported}
    seen = {each.code for each in TENSORFLOW}
    for code, rule in RULES.items():
        if code.startswith(prefix):
            assert code in seen
            assert {(code, number) for number in range(len(rule.examples))} <= run
