"""Branches of the graph that give a name numbers of two types."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.rule import Example, Finding, Rule, Severity
from farandole.rules.staging.control_flow import branches_on_tensors, stores_of
from farandole.rules.staging.fractions import as_fraction
from farandole.rules.staging.reporting import violation


class TwoTypes(Rule):
    """Give a name numbers of one type in both branches.

    ## What it does

    Finds an `if` over a tensor under `tf.function` that gives a name an integer in one case and a fraction in the other,
    both written as numbers, and writes the integer as a fraction.

    ## Why

    Both branches become parts of the graph and must give tensors of one type: TensorFlow stops with "has dtype int32 in the
    main branch, but dtype float32 in the else branch". To Python both are numbers.

    ## When it is not offered

    One of the values is not written as a number.

    ## Edit safety

    The number is the same. What is an integer in eager code is a fraction then.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG106", "two-types-in-branches"
    title = "Write the number as a fraction in both branches"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import tensorflow as tf

@tf.function
def scaled(x):
    if tf.reduce_sum(x) > 0:
        factor = 1
    else:
        factor = 0.5
    return x * factor
""",
            after="""\
import tensorflow as tf

@tf.function
def scaled(x):
    if tf.reduce_sum(x) > 0:
        factor = 1.0
    else:
        factor = 0.5
    return x * factor
""",
        ),
    ]
    untouched = [
        """\
import tensorflow as tf

@tf.function
def scaled(x, training):
    if tf.reduce_sum(x) > 0:
        factor = 1.0
    else:
        factor = 0.5
    if training:
        rate = 1
    else:
        rate = 0.5
    return x * factor * rate
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find branches that assign numbers of two types."""
        for member, branch in branches_on_tensors(script):
            one, other = _numbers(branch.body), _numbers(branch.orelse)
            for name in one:
                pair = [one[name], *([other[name]] if name in other else [])]
                whole = [each for each in pair if type(each.value) is int]
                if len(pair) == len({type(each.value) for each in pair}) == 2 and len(stores_of(member, name)) == 2:  # noqa: PLR2004
                    yield violation(
                        self,
                        member,
                        whole[0],
                        f"`{name}` is an integer in one branch of a condition on a tensor and a fraction in the other: "
                        "tracing fails",
                        f"write {whole[0].value!r}.0",
                        partial(as_fraction, member, whole[0]),
                    )


def _numbers(stmts: list[ast.stmt]) -> dict[str, ast.Constant]:
    """Give the names to which statements of a block assign an integer or a fraction, with the number."""
    found = {}
    for stmt in stmts:
        match stmt:
            case ast.Assign([ast.Name(name)], ast.Constant(value) as constant) if type(value) in (int, float):
                found[name] = constant
    return found
