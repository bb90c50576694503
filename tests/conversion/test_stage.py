"""“Stage this function”: what is written, and what stands in the way."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole.conversion.stage import NotStaged, stage, stageable, virtualize
from farandole.frameworks.analyse import analyse
from farandole.frameworks.script import Script
from farandole.options import Options

HEAD = """\
import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.SGD(0.1)
rate = 0.1
"""


def read(folder: Path, text: str) -> tuple[Script, ast.FunctionDef]:
    """Give a script, and its function or method called `f`."""
    path = folder / "train.py"
    path.write_text(text, encoding="utf-8")
    script = analyse(path, Options())
    [function] = [
        node for node in ast.walk(script.entry.tree) if isinstance(node, ast.FunctionDef) and node.name == "f"
    ]
    return script, function


def staged(folder: Path, text: str) -> str:
    script, function = read(folder, text)
    return stage(script, script.entry, function).texts[script.entry.path]


def test_a_training_step_gets_the_decorator_and_the_rewrites_it_needs(tmp_path: Path) -> None:
    text = f"""\
{HEAD}
def show(loss):
    print("loss", loss)

def f(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(gradients, model.trainable_variables))
    show(loss)
    return loss
"""
    assert staged(tmp_path, text) == text.replace("def f(", "@tf.function\ndef f(").replace(
        'print("loss"', 'tf.print("loss"'
    )


def test_forward_is_compiled(tmp_path: Path) -> None:
    text = """\
import torch

class Net(torch.nn.Module):
    def f(self, x: torch.Tensor):
        return torch.relu(x) / torch.relu(x).sum().item()
"""
    assert staged(tmp_path, text) == text.replace("    def f(", "    @torch.compile\n    def f(").replace(".item()", "")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("    return tf.reduce_sum(x).numpy()", "line 8 of train.py: it returns the value of a tensor"),
        ("    return tf.abs(x), lambda y: y + x", "line 8 of train.py: it returns what is no tensor"),
        (
            "    def back(y):\n        return y - x\n    found = [tf.abs(x), back]\n    return found",
            "line 11 of train.py",
        ),
        ("    return tf.reduce_sum(x) * rate\nrate = 0.2", "`rate` is changed in line 9"),
        ("    global rate\n    rate = 0.3\n    return tf.abs(x)", "`rate` would be set once"),
        ("    print('step')\n    return tf.abs(x)", "`print` would run once"),
        ("    seen.append(1)\n    return tf.abs(x)", "`seen.append` does besides might be done once"),
        (
            "    y = tf.abs(x)\n    return tf.train.FloatList(value=y)",
            "`tf.train.FloatList` makes an object of Python, which tensors of the graph can't be put into",
        ),
        ("    return tf.abs(x) + np.percentile(x, 3)", "`np.percentile` can't compute with tensors of the graph"),
        ("    return tf.abs(x) + tf.constant(x.item())", r"`x.item\(\)` asks for a value"),
        ("    try:\n        return tf.abs(x)\n    except ValueError:\n        return x", "exceptions of tensors"),
        ("    yield tf.abs(x)", "it is a generator"),
        ("    x.total = tf.abs(x)", "`x.total` would be set once"),
        ("    if tf.reduce_sum(x) > 0:\n        y = tf.abs(x)\n    return y", "is bound in one branch .*STG104"),
    ],
)
def test_what_stands_in_the_way_is_said_with_its_line(tmp_path: Path, body: str, reason: str) -> None:
    with pytest.raises(NotStaged, match=reason):
        staged(tmp_path, f"{HEAD}def f(x):\n{body}\n")


def test_a_decorated_function_is_not_staged(tmp_path: Path) -> None:
    with pytest.raises(NotStaged, match="it has a decorator"):
        staged(tmp_path, f"{HEAD}class A:\n    @staticmethod\n    def f(x):\n        return tf.abs(x)\n")


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    return x + 1\n",
        "@tf.function\ndef f(x):\n    return tf.abs(x)\n",
        "def f(x):\n    return tf.abs(x)\n@tf.function\ndef g(x):\n    return f(x)\n",
    ],
)
def test_it_is_offered_for_eager_code_with_tensors_alone(tmp_path: Path, text: str) -> None:
    script, function = read(tmp_path, HEAD + text)
    assert stageable(script, script.entry, function) is None


def test_a_function_is_virtualized_in_its_place(tmp_path: Path) -> None:
    script, function = read(
        tmp_path, "import math\n\n\nclass A:\n    def f(self, x):\n        if x:\n            return 1\n"
    )
    text = virtualize(script, script.entry, function).texts[script.entry.path]
    assert text.startswith("import math\nfrom farandole.staging import ")
    found: dict[str, object] = {}
    exec(text, found)
    assert eval("(A().f(3), A().f(0))", found) == (1, None)


def test_what_cannot_be_virtualized_is_said(tmp_path: Path) -> None:
    script, function = read(tmp_path, "def f(x):\n    yield x\n")
    with pytest.raises(NotStaged, match=r"line 2 of train.py: yield: a generator"):
        virtualize(script, script.entry, function)
