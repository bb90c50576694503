"""What can't be followed is known to be so, with its place and reason; what depends on it is refused, nothing else is."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole.analysis.points_to.lattice import LARGEST_SET, NOTHING, Values, join, one, widened
from farandole.analysis.points_to.values import Constant, Container, Instance, Library, Site
from farandole.conversion.plan import Plan, make_plan
from farandole.frameworks.analyse import analyse
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.project import SourceModule
from farandole.source import Document, parse

PATH = Path("/nowhere/train.py")


def script_of(text: str) -> Script:
    def read(path: Path) -> Document:
        return parse(text, path)

    return analyse(PATH, Options(), read=read)


def plan_of(text: str) -> Plan:
    return make_plan(script_of(text), Options())


def last(text: str) -> tuple[Script, Values]:
    """Analyse a program; give what the expression in its last statement may stand for."""
    script = script_of(text)
    statement = script.entry.tree.body[-1]
    assert isinstance(statement, ast.Expr)
    return script, script.values(statement.value)


def test_a_join_is_the_least_upper_bound() -> None:
    a, b = one(Constant(1)), one(Constant(True))
    assert join([a, b]) == a | b and len(a | b) == 2
    assert join([]) == NOTHING and a | NOTHING is a


def test_a_set_that_is_too_large_is_top() -> None:
    module = SourceModule("train", parse("x\n", PATH), own=True)
    site = Site(module, module.document.tree)
    values = NOTHING
    for number in range(LARGEST_SET):
        values = widened(values, one(Constant(number)), site)
    assert len(values) == LARGEST_SET and not values.unknown
    values = widened(values, one(Constant(-1)), site)
    assert len(values) == len(values.unknown) == 1
    assert widened(values, one(Constant(-1)), site) == values


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("missing\n", "`missing` in line 1 is bound nowhere"),
        ("missing(1).field[2]\n", "`missing` in line 1 is bound nowhere"),
        ("x = 1 if input() else missing\nx\n", "`missing` in line 1 is bound nowhere"),
        ("def f(a):\n    global x\n    x = a\nx\n", "`a` in line 1 is given by a call that is not seen"),
        ("def f(a=None):\n    return a\nregister(f)\nf()\n", "`a` in line 1 is given by a call that is not seen"),
        ("def f(a=None):\n    return a\nf(**input())\n", "`input()` in line 3 passes arguments that can't be seen"),
        ("d = {'a': 1}\nd['b']\n", "`d['b']` in line 2 is an item that is put in nowhere"),
        ("class A:\n    pass\nA().b\n", "`A().b` in line 3 is an attribute that no class defines"),
        ("a = None\na.b\n", "`a.b` in line 2 is an attribute of None"),
        ("class A(make()):\n    pass\nA().b\n", "`make` in line 1 is bound nowhere"),
        (
            "import m\ngetattr(m, input())\n",
            "`getattr(m, input())` in line 2 is an attribute whose name is not literal",
        ),
        ("x = 1\nexec(input())\nx\n", "`exec(input())` in line 2 runs code that is not read"),
        (
            "def f():\n    x = yield 1\n    return x\nfor y in f():\n    pass\neval('1')\n",
            "`eval('1')` in line 6 runs code",
        ),
    ],
)
def test_what_can_not_be_followed_is_unknown(text: str, reason: str) -> None:
    script, values = last(text)
    assert any(script.describe(each).startswith(reason) for each in values.unknown), [*values]


@pytest.mark.parametrize(
    "text",
    [
        "x = []\nx\n",
        "def f(a):\n    return a\nf(1)\n",
        "def f(*a, **k):\n    return a[0], k['b']\nf(1, b=2)\n",
        "d = {'a': 1}\nd[input()]\n",
        "class A:\n    def __init__(self):\n        self.b = 1\nA().b\n",
        "class A:\n    pass\na = A()\nsetattr(a, 'b', 1)\na.b\n",
        "class A:\n    def __init__(self):\n        self.b = None\n        self.b = 'text'\nA().b.upper\n",
        "import lib\nlib.make(1).field\n",
        "for x in range(3):\n    pass\nx\n",
        "try:\n    x = 1\nexcept ValueError as e:\n    x = e\nx\n",
        "x = 0\nwhile x < 3:\n    x += 1\nx\n",
        "__file__\n",
    ],
)
def test_what_is_followed_has_nothing_unknown(text: str) -> None:
    _, values = last(text)
    assert values.unknown == ()


def test_of_seventy_calls_each_is_seen() -> None:
    calls = "".join(f"train(tf.keras.optimizers.SGD(0.{number:03d}))\n" for number in range(1, 71))
    plan = plan_of(
        f"""\
import tensorflow as tf
data = tf.data.Dataset.from_tensor_slices(([[1.0], [2.0]], [1.0, 2.0])).batch(1)
def train(optimizer):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(optimizer, "mse")
    model.fit(data)
{calls}"""
    )
    assert plan.texts[PATH].count("hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.") == 70


def test_of_more_optimizers_than_are_kept_apart_none_is_passed_over() -> None:
    count = LARGEST_SET + 40
    calls = "".join(f"train(tf.keras.optimizers.SGD(0.{number:03d}))\n" for number in range(1, count + 1))
    plan = plan_of(
        f"""\
import tensorflow as tf
data = tf.data.Dataset.from_tensor_slices(([[1.0], [2.0]], [1.0, 2.0])).batch(1)
def train(optimizer):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(optimizer, "mse")
    model.fit(data)
{calls}"""
    )
    at_use = "model.compile(hvd.DistributedOptimizer("
    assert at_use in ast.unparse(ast.parse(plan.texts[PATH]))
    assert any(finding.code == "HVD221" and "more than" in finding.message for finding in plan.refused)


TAPE = """\
import sys
import tensorflow as tf
import zoo
w = tf.Variable([1.0])
optimizer = tf.keras.optimizers.SGD(0.1)
for x in tf.data.Dataset.from_tensor_slices([1.0, 2.0]).batch(1):
    with tf.GradientTape() as tape:
        loss = w * x
    gradients = tape.gradient(loss, [w])
    if sys.argv[1:]:
        {}
    optimizer.apply_gradients(zip(gradients, [w]))
"""


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("gradients = estimate(loss)", True),
        ("gradients = zoo.estimate(loss)", True),
        ("gradients = [zoo.noise()]", True),
        ("gradients = getattr(zoo, sys.argv[1])(loss)", True),
        ("gradients = {'tape': gradients}[sys.argv[1]]", False),
        ("gradients = [zoo.clip(g, limit(w)) for g in gradients]", False),
        ("gradients, norm = tf.clip_by_global_norm(gradients, limit(w))", False),
        ("gradients, norm = tf.clip_by_global_norm(gradients, limit(x))", True),
        ("report(gradients)", False),
    ],
)
def test_gradients_are_followed_on_every_way(line: str, refused: bool) -> None:
    plan = plan_of(TAPE.format(line))
    assert any(finding.code == "HVD231" and finding.blocks for finding in plan.refused) is refused
    assert bool(plan.texts) is not refused


COMPILED = """\
import sys
import tensorflow as tf
import horovod.tensorflow.keras as hvd
import zoo
data = tf.data.Dataset.from_tensor_slices(([[1.0], [2.0]], [1.0, 2.0])).batch(1)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
if sys.argv[1:]:
    {}
model.compile(optimizer, "mse")
model.fit(data)
"""


@pytest.mark.parametrize(
    ("line", "wrapped"),
    [
        ("optimizer = tf.keras.optimizers.Adam(0.1)", "creation"),
        ("optimizer = zoo.Lion(0.1)", "use"),
        ("optimizer = make(0.1)", "use"),
        ("optimizer = sys.argv[1]", "use"),
        ("optimizer = 'adam'", "use"),
        ("optimizer = getattr(zoo, sys.argv[1])()", "use"),
        ("optimizer = getattr(tf.keras.optimizers, sys.argv[1])()", "creation"),
        ("optimizer = {'sgd': optimizer, 'adam': tf.keras.optimizers.Adam(0.1)}[sys.argv[1]]", "creation"),
    ],
)
def test_optimizers_are_wrapped_on_every_way(line: str, wrapped: str) -> None:
    plan = plan_of(COMPILED.format(line))
    at_use = "model.compile(hvd.DistributedOptimizer("
    assert (at_use in ast.unparse(ast.parse(plan.texts[PATH]))) is (wrapped == "use")
    assert ("DistributedOptimizer(tf.keras.optimizers.SGD" in plan.texts[PATH]) is False or wrapped == "creation"


def test_an_optimizer_that_is_wrapped_on_one_way_and_unknown_on_another_is_refused() -> None:
    plan = plan_of(
        COMPILED.replace(
            "tf.keras.optimizers.SGD(0.1)", "hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1))"
        ).format("optimizer = make(0.1)")
    )
    assert any(finding.code == "HVD205" and finding.blocks for finding in plan.refused)


def test_an_object_made_here_has_its_place() -> None:
    _, values = last("import zoo\nx = zoo.A()\nx\n")
    (value,) = values
    assert isinstance(value, Instance) and getattr(value.site.node, "lineno", 0) == 2


def test_a_name_as_a_key_makes_no_dict_of_a_list() -> None:
    _, values = last(
        "pair = (1, [2])\ntry:\n    pair['k'] = 3\nexcept TypeError:\n    pass\n[each for each in pair][0]\n"
    )
    assert any(isinstance(each, Container) for each in values)


@pytest.mark.parametrize("absent", ["None", "False"])
def test_what_is_not_there_has_no_attributes(absent: str) -> None:
    text = f"import os\nif os.environ:\n    import keras as it\nelse:\n    it = {absent}\nit.optimizers.SGD\n"
    script, values = last(text)
    assert [script.describe(each) for each in values if each in values.unknown] == []
    assert len(values) == 1


RING = """\
from easydict import EasyDict

inner = {"rate": 0.1, "make": print}
outer = {"inner": inner}
inner["outer"] = outer
settings = EasyDict(outer)
"""


def test_settings_have_what_their_dictionaries_have_also_where_these_are_a_ring() -> None:
    _, values = last(f"{RING}settings.inner.outer.inner.make\n")
    assert Library("builtins.print") in values


def test_numbers_of_settings_are_not_known_since_a_file_may_change_them() -> None:
    _, values = last(f"{RING}settings.inner.rate\n")
    assert values and not any(isinstance(each, Constant) for each in values)


MADE = "import keras\nmodel = {}\nmodel.summary()\nmodel.compile(loss='mse', optimizer='adam')\nmodel\n"
"""A program of which a part is left open: what makes the model that is compiled in it."""


@pytest.mark.parametrize("made", ["eval(input())", "__import__(input()).build()", "getattr(keras, input() + '_')"])
def test_what_cannot_be_followed_is_known_by_how_it_is_set_up_from_where_it_is_first_held(made: str) -> None:
    script, _ = last(MADE.format(made))
    assert [call.attribute for call in script.calls_to("tensorflow.keras.Model.summary")] == ["summary"]


@pytest.mark.parametrize(
    "text",
    [
        MADE.format("eval(input())").replace("keras", "somebodys"),  # nothing here imports Keras
        MADE.format("eval(input())").replace("compile", "use"),
        MADE.format("eval(input())").replace("loss=", "text=").replace("optimizer=", "flags="),
        MADE.format("eval(input())")
        + "class Own(keras.Model):\n    def train_step(self, data):\n        pass\nmodel\n",
        MADE.format("eval(input())")
        + "class Own(keras.Model):\n    def compile(self, **given):\n        pass\nmodel\n",
    ],
)
def test_what_is_not_certainly_of_a_class_stays_unknown(text: str) -> None:
    _, values = last(text)
    assert values and not any(isinstance(each, Instance) for each in values)


HELD = """\
import keras

def set_up(net):
    net.compile(loss="mse", optimizer="adam")

class Trainer:
    def __init__(self, model):
        self.model = model
        set_up(self.model)

class Heir:
    model = None
    def train(self):
        self.model.compile(loss="mse", optimizer="adam")
        return self.model

def run(settings):
    settings.net.compile(loss="mse", optimizer="adam")
    return settings.net

"""
"""A model that a caller hands over, one of classes that derive from another, and one of an object that is not seen."""


@pytest.mark.parametrize("held", ["Trainer(input).model", "Heir().train()", "run(eval(input()))"])
def test_what_is_handed_over_is_known_by_its_use(held: str) -> None:
    script, values = last(f"{HELD}{held.replace('input)', 'eval(input()))')}\n")
    made = [each for each in values if isinstance(each, Instance)]
    assert [script.role_of(each) for each in made] == ["model"]
