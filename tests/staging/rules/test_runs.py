"""What the rules about staged code say is what happens, and their fixes work: the examples are run under the libraries."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from farandole.conversion.stage import stage
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.rules import all_rules
from farandole.rules.rule import Rule

from tests.horovod import environment as horovod
from tests.staging.backends import environment as torch

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
        "STG101",
        1,
        "[norm(tf.constant([1.0, 3.0])), norm(tf.constant([1.0, 4.0]))] and None",
        r'total Tensor\("Sum:0"[^\n]*\nWARNING:[^\n]*total Tensor\("Sum:0"[^\n]*\n$',
        reported=True,
    ),
    Shown("STG101", 2, "[norm(tf.ones(3))] and None", r"^None \| total Tensor\(", reported=True),
    Shown(
        "STG102",
        0,
        "[step(tf.ones(3)) for _ in range(3)] and (len(losses), str(losses[0])[:7])",
        r"^\(1, 'Tensor\('\)",
        reported=True,
    ),
    Shown(
        "STG102",
        2,
        "(t := Trainer()) and [t.step(tf.ones(3)) for _ in range(3)] and (len(t.losses), len(t.pairs))",
        r"^\(1, 1\)",
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
        "STG107", 1, "grown(tf.ones(2))", "break and return statements which depend on a TF condition", reported=True
    ),
    Shown("STG107", 2, "grown(tf.ones(2))", "break or return statement inside the loop depends", reported=True),
    Shown("STG107", 3, "first_above(tf.ones(2))", "else branch must also have a return statement", reported=True),
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
    Shown("STG108", 1, "share(tf.ones(3))", "no attribute 'numpy'", reported=True),
    Shown(
        "STG109",
        0,
        "len({tuple(noisy(tf.zeros(3)).numpy().tolist()) for _ in range(5)})",
        r"^1 ",
        r"^5 ",
    ),
    Shown("STG109", 1, "len({float(noisy(tf.constant(1.0))) for _ in range(5)})", r"^1 ", r"^5 "),
    Shown(
        "STG109",
        1,
        "len({tuple(noisy(tf.zeros(3, tf.float64)).numpy().tolist()) for _ in range(5)})",
        r"^1 ",
        reported=True,
    ),
    Shown(
        "STG110",
        0,
        "[scaled(tf.ones(1)).numpy().tolist() for _ in range(2)]",
        "only supports singleton tf.Variables",
        r"^\[\[2\.0\], \[2\.0\]\]",
    ),
    Shown("STG110", 0, "hidden(tf.ones((2, 3)))", "only supports singleton tf.Variables", reported=True),
    Shown("STG111", 0, "step.experimental_get_tracing_count()", r"^20 ", r"^1 "),
    Shown("STG111", 1, "step.experimental_get_tracing_count()", r"^19 ", reported=True),
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
    Shown("STG114", 1, "root(tf.constant([4.0]))", "OperatorNotAllowedInGraphError", reported=True),
    Shown("STG115", 0, "doubled(tf.ones(3))", "Iterating over a symbolic `tf.Tensor` is not allowed", reported=True),
    Shown(
        "STG116",
        0,
        "[trainer.step(tf.ones(3)) for _ in range(2)] and int(trainer.steps)",
        r"^1 \| 1\n",
        r"^3 \| <tf.Variable .*numpy=1>\n",
    ),
    Shown("STG116", 1, "[step(tf.ones(3)) for _ in range(3)] and seen", r"^{'steps': 1}", reported=True),
    Shown(
        "STG117",
        0,
        "doubled(tf.ones((3, 2))).shape.as_list()",
        r"has shape \(0, 2\) before the loop, but shape \(None, 2\) after one iteration",
        r"^\[3, 2\]",
    ),
    Shown("STG118", 0, "float(mean_loss(data))", "type float32 that does not match type int32", r"^2\.0"),
    Shown("STG118", 1, "noise(tf.constant(3)) > 0", "type float32 that does not match type int32", r"numpy=True"),
    Shown("STG118", 2, "float(halvings(tf.ones(4)))", "type float32 that does not match type int32", r"^1\.0"),
    Shown("STG119", 0, "last(data)", "'doubled' must be defined before the loop", reported=True),
    Shown(
        "STG120",
        0,
        "(round(float(grown(tf.ones(1))[0]), 3), len(grown.get_concrete_function(tf.ones(1)).graph.get_operations()) > 1000)",
        r"^\(1\.0, True\)",
        r"^\(1\.0, False\)",
    ),
    Shown("STG120", 0, "powers(tf.ones(1)).shape.as_list()", r"^\[100, 1\]", reported=True),
    Shown(
        "STG121",
        0,
        "clipped(tf.constant([3.0, 4.0])).numpy().tolist()",
        "Using a symbolic `tf.Tensor` as a Python `bool` is not allowed",
        r"^\[0\.6.*, 0\.8",
    ),
    Shown(
        "STG121",
        1,
        "total(tf.constant([[1.0, -2.0], [3.0, 4.0]])).numpy().tolist()",
        "Iterating over a symbolic `tf.Tensor` is not allowed",
        r"^\[4\.0, 6\.0\]",
    ),
    Shown("STG121", 0, "weighted(tf.ones(3))", "Iterating over a symbolic `tf.Tensor` is not allowed", reported=True),
    Shown("STG122", 0, "trainer.report()", "out of scope", reported=True),
    Shown(
        "STG123",
        0,
        "rectify(tf.ones(3))",
        "Using a symbolic `tf.Tensor` as a Python `bool` is not allowed",
        reported=True,
    ),
]
TORCH = [
    Shown(
        "STG201",
        0,
        "[scaled(each * torch.ones(2)).tolist() for each in (1, -1)]",
        "Data-dependent branching",
        r"^\[\[2\.0, 2\.0\], \[-2\.0, -2\.0\]\]",
    ),
    Shown(
        "STG201",
        1,
        "[scaled(each * torch.ones(2)).tolist() for each in (1, -1)]",
        "Data-dependent branching",
        r"^\[\[2\.0, 2\.0\], \[-2\.0, -2\.0\]\]",
    ),
    Shown(
        "STG201",
        2,
        "[bool((exported.module()(each * torch.ones(1, 3)) >= 0).all()) for each in (0.1, 9.0)]",
        "Could not guard on data-dependent expression",
        r"^\[True, True\]",
    ),
    Shown("STG201", 0, "halved(torch.ones(3))", "Data-dependent branching", reported=True),
    Shown(
        "STG202",
        0,
        "torch._dynamo.explain(scaled.__wrapped__)(torch.ones(4)).graph_break_count",
        r"^1 ",
        r"^0 ",
    ),
    Shown("STG202", 0, "scaled.__wrapped__(torch.ones(4)).tolist()", r"^\[0\.25", r"^\[0\.25"),
    Shown(
        "STG202",
        1,
        "torch._dynamo.explain(scaled.__wrapped__)(torch.ones(4)).graph_break_count",
        r"^1 ",
        r"^0 ",
    ),
    Shown("STG202", 0, "torch._dynamo.explain(scaled)(torch.ones(4)).graph_break_count", r"^1 ", reported=True),
    Shown(
        "STG203",
        0,
        "len({tuple(exported.module()(torch.ones(3)).tolist()) for _ in range(5)})",
        r"^1 ",
        r"^5 ",
    ),
    Shown("STG203", 0, "stamped(torch.ones(3))", "Dynamo does not know how to trace the builtin", reported=True),
    Shown("STG203", 1, "noisy(torch.ones(3))", "Unsupported", reported=True),
    Shown("STG204", 0, "scaled(torch.ones(3))", "does not know how to trace builtin operator `print`", reported=True),
    *(Shown("STG204", number, "scaled(torch.ones(3))", "Unsupported", reported=True) for number in (1, 2, 3)),
    Shown(
        "STG205",
        0,
        "scaled(torch.ones(1)).tolist()",
        "Expected a default value of type Tensor \\(inferred\\) on parameter",
        r"^\[2\.0\]",
    ),
    Shown("STG206", 0, "root", "try blocks aren't supported", reported=True),
    Shown("STG207", 0, "scaled(torch.ones(1)).tolist()", "is not defined in the false branch", r"^\[2\.0\]"),
    Shown("STG208", 0, "scaled", "cannot be used as a value", reported=True),
    Shown("STG208", 1, "scaled", "currently not supported in Torchscript", reported=True),
    Shown("STG208", 2, "kept", "python value of type 'list'", reported=True),
    Shown(
        "STG209",
        0,
        "(run := exported.module()) and [run(torch.ones(3)).tolist()[0] for _ in range(3)]",
        r"^\[1\.0, 1\.0, 1\.0\]",
        r"^\[1\.0, 2\.0, 3\.0\]",
    ),
    Shown(
        "STG209",
        0,
        "exported.module()(torch.ones(3)).tolist() and net.last.tolist()",
        r"^\[0\.0, 0\.0, 0\.0\]",
        reported=True,
    ),
    Shown(
        "STG210",
        0,
        "(counter := __import__('torch._dynamo.testing', fromlist=['CompileCounter']).CompileCounter()) and "
        "[torch.compile(model, backend=counter)(torch.ones(1)) for model in [Net()] for _ in range(12)] and counter.frame_count",
        r"^8 ",
        r"^1 ",
    ),
    Shown("STG210", 0, "grown", r"hit config\.recompile_limit \(8\)", reported=True),
    Shown(
        "STG211",
        0,
        "exported.module()(torch.ones(4)).tolist()",
        "Could not guard on data-dependent expression",
        r"^\[0\.25, 0\.25, 0\.25, 0\.25\]",
    ),
    Shown("STG211", 0, "exported", "Could not guard on data-dependent expression", reported=True),
    Shown(
        "STG212",
        0,
        "torch._dynamo.reset() or torch._dynamo.utils.counters.clear() or "
        "(len(list(scaled(torch.ones(3)))), torch._dynamo.utils.counters['stats']['unique_graphs'])",
        r"^\(3, 0\)",
        reported=True,
    ),
    Shown(
        "STG213",
        0,
        "total(torch.tensor([0.5, -1.0])).tolist()",
        "Cannot input a tensor of type Float as an integral",
        r"^1\.5",
    ),
    Shown(
        "STG213",
        0,
        "either",
        "y is set to type Tensor in the true branch and type int in the false branch",
        reported=True,
    ),
    Shown("STG213", 1, "maybe", "previously had type NoneType", reported=True),
    Shown("STG214", 0, "grown(torch.ones(1), 3).tolist()", "all inputs of range must be ints", r"^\[8\.0\]"),
    Shown("STG214", 1, "doubled().tolist()", "instead found type 'float'", r"^\[2\.0, 2\.0, 2\.0\]"),
]
NOT_TORCHSCRIPT = {
    "`yield`": ("    yield x\n", "Yield aren't supported"),
    "`lambda`": ("    g = lambda y: y\n    return g(x)\n", "Lambda aren't supported"),
    "definitions in a function": (
        "    def g(y):\n        return y\n    return g(x)\n",
        "function definitions aren't supported",
    ),
    "`global`": ("    global k\n    k = 2\n    return x\n", "global variables aren't supported"),
    "sets": ("    s = {1, 2}\n    return x\n", "Set aren't supported"),
    "`:=`": ("    if (n := x.size(0)) > 1:\n        return x * n\n    return x\n", "NamedExpr aren't supported"),
    "`match`": (
        "    match x.dim():\n        case 1:\n            return x\n    return x * 2\n",
        "Match aren't supported",
    ),
    "imports": ("    import math\n    return x\n", "import statements aren't supported"),
    "conditions in comprehensions": (
        "    s = [i for i in range(3) if i > 1]\n    return x\n",
        "Comprehension ifs are not",
    ),
    "two loops in a comprehension": (
        "    s = [i * j for i in range(3) for j in range(2)]\n    return x\n",
        "Only a single generator",
    ),
    "`else` of a loop": (
        "    for i in range(3):\n        x = x + 1\n    else:\n        x = x * 2\n    return x\n",
        "else branches",
    ),
    "format specifications": ("    s = f'{x.dim():03d}'\n    return x\n", "Don't support formatting"),
    "`**` in calls": ("    d = {'dim': 0}\n    return torch.sum(x, **d)\n", "keyword-arg expansion is not supported"),
    "keywords of `print`": ("    print(x, sep='')\n    return x\n", "print doesn't accept any keyword arguments"),
    "recursion": ("    if x.sum() < 1:\n        return x\n    return f(x / 2)\n", "is called recursively"),
    "`@=`": ("    x @= x\n    return x\n", "unsupported kind of augmented assignment"),
    "`*` in targets": ("    a, *b = [1, 2, 3]\n    return x\n", "cannot statically infer the expected size"),
}
"""What TorchScript does not have, as STG206 calls it: the body of a function, and what compiling it says."""
EAGER_TENSORFLOW = """\
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="tanh"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.05)
inputs = tf.random.stateless_normal((16, 4), (1, 2))
targets = tf.reduce_sum(inputs, axis=1, keepdims=True)

def squared(found, wanted):
    return tf.reduce_mean(tf.square(found - wanted))

def train(x, y):
    with tf.GradientTape() as tape:
        loss = squared(model(x), y)
    if loss > 100.0:
        raise ValueError("it diverges")
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss

def trained():
    return [float(train(inputs, targets)) for _ in range(200)]
"""
EAGER_TORCH = """\
import torch

torch.manual_seed(0)
inputs = torch.randn(1_000)

class Net(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        for _ in range(6):
            x = torch.sin(x) * torch.cos(x) + x * x / torch.abs(x).sum().item()
        return x

net = Net()

def trained():
    return [net(inputs).double().mean().item() for _ in range(2)]
"""


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
        pytest.param(TORCH, torch.interpreter, "tests/staging/backends/environment.py", id="torch"),
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


@pytest.mark.backends
def test_what_torchscript_does_not_have_it_refuses() -> None:
    python = torch.interpreter()
    if python is None:
        pytest.skip("no environment; build it with: python3 tests/staging/backends/environment.py")
    cases = [(f"import torch\n\n@torch.jit.script\ndef f(x):\n{body}", "f") for body, _ in NOT_TORCHSCRIPT.values()]
    for what, (_, message), answer in zip(NOT_TORCHSCRIPT, NOT_TORCHSCRIPT.values(), said(python, cases), strict=True):
        assert message in answer, what


@pytest.mark.parametrize("what", NOT_TORCHSCRIPT)
def test_what_torchscript_refuses_is_found(what: str, tmp_path: Path) -> None:
    body, _ = NOT_TORCHSCRIPT[what]
    path = tmp_path / "net.py"
    path.write_text(f"import torch\n\n@torch.jit.script\ndef f(x):\n{body}", encoding="utf-8")
    script = analyse(path, Options())
    assert f"TorchScript has no {what}: compiling `f` fails" in [
        each.message for each in RULES["STG206"].check(script, Options())
    ]


@pytest.mark.parametrize(("prefix", "shown"), [("STG1", TENSORFLOW), ("STG2", TORCH)])
def test_every_rule_and_every_fix_is_run(prefix: str, shown: Sequence[Shown]) -> None:
    run = {(each.code, each.number) for each in shown if not each.reported}
    seen = {each.code for each in shown}
    for code, rule in RULES.items():
        if code.startswith(prefix):
            assert code in seen
            assert {(code, number) for number in range(len(rule.examples))} <= run


@pytest.mark.backends
@pytest.mark.parametrize(
    ("text", "name", "interpreter", "build"),
    [
        pytest.param(EAGER_TENSORFLOW, "train", horovod.interpreter, "tests/horovod/environment.py", id="tensorflow"),
        pytest.param(EAGER_TORCH, "forward", torch.interpreter, "tests/staging/backends/environment.py", id="torch"),
    ],
)
def test_a_staged_function_gives_what_it_gave(
    text: str, name: str, interpreter: Callable[[], Path | None], build: str, tmp_path: Path
) -> None:
    python = interpreter()
    if python is None:
        pytest.skip(f"no environment; build it with: python3 {build}")
    path = tmp_path / "train.py"
    path.write_text(text, encoding="utf-8")
    script = analyse(path, Options())
    functions = [node for node in ast.walk(script.entry.tree) if isinstance(node, ast.FunctionDef)]
    [function] = [node for node in functions if node.name == name]
    new = stage(script, script.entry, function).texts[path]
    eager, staged = (
        ast.literal_eval(answer.partition(" | ")[0])
        for answer in said(python, [(text, "trained()"), (new, "trained()")])
    )
    assert staged == pytest.approx(eager, rel=1e-3, abs=1e-5)
