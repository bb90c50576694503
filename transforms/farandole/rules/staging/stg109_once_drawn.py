"""Random numbers and times that a traced function takes from Python."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.nodes import own_nodes
from farandole.analysis.points_to.values import Bound, Library
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage
from farandole.frameworks.staging.tensors import words
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.horovod.names import tensorflow
from farandole.rules.rule import Example, Finding, Rule, Severity
from farandole.rules.staging.reporting import staged_nodes, violation
from farandole.source import EditSet, layout

CLOCKS = words(
    """time.time time.perf_counter time.monotonic time.process_time time.time_ns time.perf_counter_ns time.monotonic_ns
    datetime.datetime.now datetime.datetime.utcnow datetime.datetime.today datetime.date.today"""
)
DRAWS = words(
    """random.random random.uniform random.randint random.gauss random.normalvariate random.choice random.choices
    random.sample random.shuffle random.randrange random.betavariate numpy.random.uniform numpy.random.normal
    numpy.random.rand numpy.random.randn numpy.random.randint numpy.random.random numpy.random.choice
    numpy.random.permutation numpy.random.shuffle numpy.random.beta numpy.random.binomial numpy.random.gamma
    numpy.random.poisson numpy.random.random_sample numpy.random.standard_normal numpy.random.exponential
    numpy.random.laplace"""
)
GENERATORS = ("numpy.random.Generator.", "numpy.random.RandomState.", "random.Random.")
"""What the names of methods of generators begin with."""
_SEEDS = frozenset({"random.seed", "numpy.random.seed"})
_DRAW_NOTHING = words("seed get_state set_state getstate setstate spawn bit_generator jumped")


def drawn(script: Script, node: ast.Call) -> frozenset[str]:
    """Give the names of the draws and clocks that a call surely is, also of methods of a generator; else none."""
    names = script.names_of(node.func)
    if names:
        return names if names <= CLOCKS | DRAWS else frozenset()
    values = script.values(node.func)
    methods = {each.member.name for each in values if isinstance(each, Bound) and isinstance(each.member, Library)}
    draws = {each for each in methods if each.startswith(GENERATORS) and each.rpartition(".")[2] not in _DRAW_NOTHING}
    all_draw = bool(values) and all(isinstance(each, Bound) for each in values) and draws == methods
    return frozenset(draws) if all_draw else frozenset()


def _is_seeded(script: Script, member: Member) -> bool:
    """Say whether a function seeds the numbers that it draws, so that each call of it draws the same ones anyway."""
    return any(script.names_of(each.func) & _SEEDS for each in own_nodes(member.function) if isinstance(each, ast.Call))


class OnceDrawn(Rule):
    """Draw random numbers in the graph.

    ## What it does

    Finds random numbers of Python or NumPy, also those of their generators, and clocks, in a function under `tf.function`, and
    puts those of TensorFlow in their place where they have a counterpart.

    ## Why

    They are asked once, when the function is traced. Every call then uses the same number for ever, in silence: noise that
    is always the same, a time that stands still.

    ## When it is not offered

    The function has no counterpart that takes the same arguments, as `np.random.choice` or `random.shuffle`. Where the function
    seeds what it draws, nothing is said.

    ## Edit safety

    Other numbers are drawn at every call, from the same distribution. Their type is `float32`, that of a Python number
    beside a tensor. A seed for Python or NumPy is one for `tf.random.set_seed` then.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG109", "drawn-at-tracing"
    title = "Draw random numbers in the graph"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import numpy as np
import tensorflow as tf

@tf.function
def noisy(x):
    return x + np.random.normal(size=(3,))
""",
            after="""\
import numpy as np
import tensorflow as tf

@tf.function
def noisy(x):
    return x + tf.random.normal((3,))
""",
        ),
        Example(
            before="""\
import random
import tensorflow as tf

@tf.function
def noisy(x):
    return x * random.random() + random.uniform(-0.1, 0.1)
""",
            after="""\
import random
import tensorflow as tf

@tf.function
def noisy(x):
    return x * tf.random.uniform(()) + tf.random.uniform((), -0.1, 0.1)
""",
        ),
    ]
    reported = [
        """\
import random
import time
import tensorflow as tf

@tf.function
def noisy(x):
    if random.randint(0, 1):
        return x
    return x * time.time()
""",
        """\
import datetime
import numpy as np
import tensorflow as tf

generator = np.random.default_rng(0)

@tf.function
def noisy(x):
    return x + generator.normal(size=3) * datetime.datetime.now().second
""",
        # the function that a strategy runs is traced with the one that calls it
        """\
import time
import tensorflow as tf
from devices import strategy

@tf.function
def timed(iterator):
    def step(x):
        start = time.time()
        return tf.reduce_sum(x), start
    return strategy.run(step, args=(next(iterator),))
""",
    ]
    untouched = [
        """\
import random
import numpy as np
import tensorflow as tf

generator = random.Random(0)
weights = np.random.default_rng(0).normal(size=(3,))

def batches():
    yield np.random.normal(size=(3,)) + generator.random()

@tf.function
def noisy(x):
    generator.seed(0)
    return x + tf.random.normal((3,)) + weights

for _ in range(3):
    noisy(random.random())

@tf.function
def same(x):
    np.random.seed(0)
    return x * np.random.normal()
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find draws and clocks of Python."""
        for member, node in staged_nodes(script, Stage.TF_FUNCTION):
            if not isinstance(node, ast.Call):
                continue
            names = drawn(script, node)
            if not names or _is_seeded(script, member):
                continue
            new = _counterpart(script, member, node, names)
            called = member.document.segment(node.func)
            what = "gives one time" if names <= CLOCKS else "draws once"
            yield violation(
                self,
                member,
                node,
                f"`{called}` {what}, {member.when}: every call uses the same number",
                "draw with tf.random" if not names <= CLOCKS else "call tf.timestamp, or take the time outside",
                partial(_fix, script, member, node, new) if new else None,
            )


def _counterpart(script: Script, member: Member, node: ast.Call, names: frozenset[str]) -> str:  # noqa: PLR0911
    """Give the call of TensorFlow without the name of its module, else an empty text."""
    if len(names) != 1 or not isinstance(member.document.parent(node), ast.BinOp):
        return ""
    [name] = names
    if any(isinstance(each, ast.Starred) for each in node.args) or any(each.arg is None for each in node.keywords):
        return ""
    given = [member.document.segment(each) for each in node.args]
    keywords = {each.arg: member.document.segment(each.value) for each in node.keywords}
    if any("\n" in each for each in (*given, *keywords.values())):
        return ""
    match name:
        case "random.random" if not given and not keywords:
            return "random.uniform(())"
        case "random.uniform" if len(given) == 2 and not keywords:  # noqa: PLR2004
            return f"random.uniform((), {', '.join(given)})"
        case "random.gauss" | "random.normalvariate" if len(given) == 2 and not keywords:  # noqa: PLR2004
            return f"random.normal((), {', '.join(given)})"
        case "numpy.random.rand" | "numpy.random.randn" if not keywords:
            kind = "uniform" if name.endswith("rand") else "normal"
            shape = f"{given[0]}," if len(given) == 1 else ", ".join(given)
            return f"random.{kind}(({shape}))"
        case "numpy.random.uniform" | "numpy.random.normal":
            order = ("low", "high", "size") if name.endswith("uniform") else ("loc", "scale", "size")
            size = next((each for each in node.keywords if each.arg == "size"), None)
            shape_node = size.value if size is not None else node.args[2] if len(node.args) > 2 else None  # noqa: PLR2004
            values = dict(zip(order, given, strict=False)) | {str(key): value for key, value in keywords.items()}
            if not values.keys() <= set(order) or (len(values) - ("size" in values)) == 1:
                return ""
            shape = _shape(script, member, shape_node)
            rest = [values[each] for each in order[:2] if each in values]
            return f"random.{name.rpartition('.')[2]}({', '.join([shape, *rest])})" if shape else ""
    return ""


def _shape(script: Script, member: Member, size: ast.expr | None) -> str:
    """Give the text of a shape for a `size` of NumPy; an empty one where it can't be told to be a shape."""
    match size:
        case None:
            return "()"
        case ast.Tuple() | ast.List():
            return member.document.segment(size)
        case ast.Attribute(attr="shape"):
            return member.document.segment(size)
        case ast.Constant(int()):
            return f"({member.document.segment(size)},)"
    return ""


def _fix(script: Script, member: Member, node: ast.Call, new: str) -> EditSet:
    tf = tensorflow(script, member.document)
    return EditSet.of(member.document, (*layout.replace(member.document, node, f"{tf.text}.{new}"), *tf.edits))
