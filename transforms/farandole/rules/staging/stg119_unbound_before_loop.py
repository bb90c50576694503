"""A name that only a loop over a dataset binds, and code after the loop reads."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.scopes import parameters
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.rule import Finding, Rule, Severity
from farandole.rules.staging.control_flow import is_over_dataset, loops_of_graph, read_after, stored, stores_of, within
from farandole.rules.staging.reporting import violation


class UnboundBeforeLoop(Rule):
    """Bind before a loop over a dataset what is read after it.

    ## What it does

    Finds a name that a loop over a dataset under `tf.function` binds, that nothing binds before, and that is read after the loop.

    ## Why

    AutoGraph makes such a loop one operation of the graph, which may have no turn: TensorFlow stops with "must be defined before
    the loop". In eager code the name was missing only where the dataset was empty.

    ## When it is not offered

    The loop goes over a tensor, for which TensorFlow finds a first value by itself.

    ## Edit safety

    Nothing is edited: bind the name before the loop, as `loss = 0.0` or `tf.zeros(…)` of its shape and type.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG119", "unbound-before-dataset-loop"
    title = "Bind the name before the loop"
    severity = Severity.ERROR
    reported = [
        """\
import tensorflow as tf

data = tf.data.Dataset.range(3)

@tf.function
def last(batches):
    for batch in batches:
        doubled = batch * 2
    return doubled

print(last(data))
"""
    ]
    untouched = [
        """\
import tensorflow as tf

data = tf.data.Dataset.range(3)

@tf.function
def last(batches, x):
    total = tf.constant(0, tf.int64)
    for batch in batches:
        doubled = batch * 2
        total += doubled
    for i in tf.range(3):
        part = x[i] * 2
    return total, part

def eager(batches):
    for batch in batches:
        doubled = batch * 2
    return doubled

print(last(data, tf.ones(3)), eager(data))
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find names that only loops over datasets bind."""
        for member, loop in loops_of_graph(script):
            if not isinstance(loop, ast.For) or not is_over_dataset(script, loop):
                continue
            for name in sorted(stored([loop])):
                stores = stores_of(member, name)
                if name in {each.arg for each in parameters(member.function)} or not _is_own(script, member, name):
                    continue
                if all(within(member, each, loop) for each in stores) and read_after(member, loop, name):
                    yield violation(
                        self,
                        member,
                        stores[0],
                        f"`{name}` is bound by this loop over a dataset alone, and read after it: tracing fails",
                        f"bind `{name}` before the loop",
                    )


def _is_own(script: Script, member: Member, name: str) -> bool:
    scope = script.flow.scopes[member.function]
    return scope.home(name) is scope
