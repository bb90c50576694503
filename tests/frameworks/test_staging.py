"""Which functions are staged, which of their values are tensors, and what is said of a stage."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole.frameworks.analyse import analyse
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Stage
from farandole.frameworks.staging.summary import summary
from farandole.options import Options

HEAD = "import numpy as np\nimport tensorflow as tf\nimport torch\n"


def read(folder: Path, text: str) -> Script:
    path = folder / "train.py"
    path.write_text(HEAD + text, encoding="utf-8")
    return analyse(path, Options())


def members(script: Script) -> list[tuple[str, str, Stage]]:
    """Give the staged functions, each with its root and stage."""
    return [
        (getattr(each.function, "name", "lambda"), each.root.name, each.root.stage)
        for each in script.staging.members(*Stage)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@tf.function\ndef f(x):\n    return x\n", [("f", "f", Stage.TF_FUNCTION)]),
        ("@tf.function(jit_compile=True)\ndef f(x):\n    return x\n", [("f", "f", Stage.TF_FUNCTION)]),
        ("def f(x):\n    return x\ng = tf.function(f)\n", [("f", "f", Stage.TF_FUNCTION)]),
        ("@torch.compile(fullgraph=True)\ndef f(x):\n    return x\n", [("f", "f", Stage.COMPILE)]),
        ("@torch.jit.script\ndef f(x):\n    return x\n", [("f", "f", Stage.SCRIPT)]),
        (
            "def g(x):\n    return x\n@tf.function\ndef f(x):\n    return g(x)\n",
            [("f", "f", Stage.TF_FUNCTION), ("g", "f", Stage.TF_FUNCTION)],
        ),
        (
            "class Net(torch.nn.Module):\n    def forward(self, x):\n        return self.g(x)\n"
            "    def g(self, x):\n        return x\nnet = torch.compile(Net())\n",
            [("forward", "forward", Stage.COMPILE), ("g", "forward", Stage.COMPILE)],
        ),
        (
            "class A:\n    @tf.function\n    def f(self, x):\n        return self.g(x)\n    def g(self, x):\n        return x\n"
            "A().f(1)\n",
            [("f", "f", Stage.TF_FUNCTION), ("g", "f", Stage.TF_FUNCTION)],
        ),
        ("def g(x):\n    return x\n@tf.function\ndef f(x):\n    return tf.py_function(g, [x], tf.int32)\n", None),
        ("@torch.jit.ignore\ndef g(x):\n    return x\n@tf.function\ndef f(x):\n    return g(x)\n", None),
        (
            "from functools import partial\n@partial(tf.function, jit_compile=True)\ndef f(x):\n    return x\n",
            [("f", "f", Stage.TF_FUNCTION)],
        ),
        (
            "class A:\n    def __init__(self, fast):\n        self.f = tf.function(self.f)\n    def f(self, x):\n"
            "        return x\na, b = A(True), A(False)\na.f(1)\n",
            [("f", "f", Stage.TF_FUNCTION)],
        ),
        (
            "class Net(torch.nn.Module):\n    def forward(self, x):\n        return x\n"
            "net = Net()\nnet.forward = torch.compile(net.forward)\n",
            [("forward", "forward", Stage.COMPILE)],
        ),
        (
            "class Net(torch.nn.Module):\n    def forward(self, x):\n        return x\nnet = Net()\nnet.compile()\n",
            [("forward", "forward", Stage.COMPILE)],
        ),
        (
            "class Net(tf.keras.Model):\n    def call(self, x):\n        return x\n"
            "    def train_step(self, data):\n        return {'loss': self(data)}\n"
            "net = Net()\nnet.compile('sgd')\nnet.fit(np.ones(3))\n",
            [("train_step", "train_step", Stage.TF_FUNCTION), ("call", "train_step", Stage.TF_FUNCTION)],
        ),
        (
            "class Net(tf.keras.Model):\n    def call(self, x):\n        return x\n"
            "net = Net()\nnet.compile('sgd', 'mse')\nnet.fit(np.ones(3))\n",
            [("call", "call", Stage.TF_FUNCTION)],
        ),
        (
            "class Net(tf.keras.Model):\n    def call(self, x):\n        return x\n"
            "net = Net()\nnet.compile('sgd', 'mse', run_eagerly=True)\nnet.fit(np.ones(3))\n",
            [],
        ),
        ("def f(x):\n    return tf.abs(x)\n", []),
        ("tf.config.run_functions_eagerly(True)\n@tf.function\ndef f(x):\n    return x\n", []),
    ],
)
def test_what_is_staged(tmp_path: Path, text: str, expected: list[tuple[str, str, Stage]] | None) -> None:
    only = [("f", "f", Stage.TF_FUNCTION)]
    assert members(read(tmp_path, text)) == (only if expected is None else expected)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("tf.reduce_sum(x)", True),
        ("tf.abs(x) * 2", True),
        ("2 > tf.abs(x)", True),
        ("-tf.abs(x)[0]", True),
        ("tf.abs(x).shape", False),
        ("tf.abs(x).shape[0] > 2", False),
        ("tf.abs(x) is None", False),
        ("'%s' % tf.abs(x)", False),
        ("x", False),
        ("x + 1", False),
        ("len(tf.abs(x))", False),
        ("[tf.abs(x)]", False),
        ("helper(x)", True),
        ("number()", False),
        ("tf.nn.moments(x, 0)", False),
        ("tf.abs(x) if x else tf.abs(x)", True),
        ("tf.abs(x) if x else 1", False),
    ],
)
def test_what_is_surely_a_tensor(tmp_path: Path, value: str, expected: bool) -> None:
    text = (
        "def helper(x):\n    y = tf.abs(x)\n    return y + 1\ndef number():\n    return 3\n"
        f"@tf.function\ndef f(x):\n    y = {value}\n    return y\n"
    )
    script = read(tmp_path, text)
    [member] = [each for each in script.staging.members(Stage.TF_FUNCTION) if each.root.name == each.function.name]  # type: ignore[union-attr]
    last = member.function.body[-1]  # type: ignore[index]
    assert isinstance(last, ast.Return) and last.value is not None
    assert script.tensors.is_tensor(script.entry, last.value, member) is expected


def test_a_name_is_a_tensor_when_all_its_definitions_are(tmp_path: Path) -> None:
    body = "    s = tf.abs(x)\n    t = 0\n    for i in range(3):\n        s = s + 1\n        t = t + s\n    return {}\n"
    for name, expected in (("s", True), ("t", False)):
        script = read(tmp_path, f"@tf.function\ndef f(x):\n{body.format(name)}")
        [member] = script.staging.members(Stage.TF_FUNCTION)
        last = member.function.body[-1]  # type: ignore[index]
        assert script.tensors.is_tensor(script.entry, last.value, member) is expected


def test_the_summary_of_a_stage(tmp_path: Path) -> None:
    text = (
        "scale = 2.0\ndef g(x):\n    return x\n"
        "@tf.function\ndef f(x, training):\n    return g(x) * scale\nf(tf.ones(3), True)\n"
    )
    script = read(tmp_path, text)
    [member] = [each for each in script.staging.members(Stage.TF_FUNCTION) if each.root.name == "f"][:1]
    told = summary(script, script.staging, member)
    assert (told.with_it, told.fixed) == (("g",), ("training", "scale"))
    assert told.again.startswith("for each new shape or type of its tensors")
