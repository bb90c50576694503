"""Staged results against unstaged ones, on random inputs: `python -m tests.staging.backends.checks BACKEND`.

Runs in an environment that has the back end's library, and neither pytest nor the engine's dependencies. Prints a line
for each case; exit status 1 when one is wrong.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

from farandole.staging import StagingError, lms, read, rep_fun, stage, stage_lambda

from tests.staging.staged import defined, program

PROGRAMS = {"python": 300, "torchscript": 60, "tensorflow": 25}
"""How many random programs a back end gets; a graph takes a second to make."""


@lms
def total(x):
    ret = 0
    while x > 0:
        ret = ret + x
        x = x - 1
    return ret


@lms
def clipped(x):
    if x > 2:
        return x - 2
    if x < -1:
        x = -x
    return x * 3


@lms
def first_over(x):
    for i in range(9):
        if i * i > x:
            return i
    return -1


@lms
def collatz(x):
    steps = 0
    while x > 1 and steps < 20:
        steps += 1
        if x % 2 == 0:
            x = x // 2
            continue
        x = 3 * x + 1
        if x > 50:
            break
    else:
        steps = -steps
    return steps


@lms
def compared(x):
    y = 1 if 0 < x <= 3 else 2
    return y if not x == 1 or y > 1 else 5


@lms
def called(x):
    square = stage_lambda(lambda v: v * v if v > 1 else v)
    return square(x) + square(x - 1)


def equal(one: Any, other: Any) -> bool:
    """Tell whether results are the same number, or tensors with the same elements."""
    one, other = (plain(each) for each in (one, other))
    if isinstance(one, list):
        return len(one) == len(other) and all(map(equal, one, other))
    return abs(float(one) - float(other)) <= 1e-5 * max(1.0, abs(float(one)))


def plain(value: Any) -> Any:
    """Give a tensor of any library as a number, or lists of numbers."""
    tensor = value if hasattr(value, "tolist") or not hasattr(value, "numpy") else value.numpy()
    return tensor.tolist() if hasattr(tensor, "tolist") else tensor


def main(backend: str) -> int:
    """Run all cases of a back end."""
    drawn = random.Random(7)
    wrong = 0

    def case(name: str, function: Callable[..., Any], inputs: list[tuple[Any, ...]], staged: Any = None) -> None:
        nonlocal wrong
        made = staged or stage(backend=backend)(function)
        bad = [each for each in inputs if not equal(function(*each), made(*each))]
        wrong += bool(bad)
        print(f"{name}: {'WRONG for ' + repr(bad[0]) if bad else f'{len(inputs)} inputs agree'}", flush=True)

    scalars = tensors(backend)
    for function in (total, clipped, first_over, collatz, compared, called):
        case(function.__name__, function, [(scalars(drawn.randint(-6, 12)),) for _ in range(20)])

    refused = 0
    for seed in range(PROGRAMS[backend]):
        text = program(seed)
        function = defined(text, f"<program {seed}>")
        function.__annotations__ = dict.fromkeys(("p", "q", "r"), int)
        inputs = [tuple(drawn.randint(-3, 6) for _ in range(3)) for _ in range(6)]
        try:
            made = stage(backend=backend)(function)
            assert read(made.sexpr) == made.program.definition
            bad = [each for each in inputs if not equal(function(*each), made(*each))]
        except StagingError:
            refused += 1
            continue
        if bad:
            wrong += 1
            print(f"program {seed}: WRONG for {bad[0]}\n{text}")
    print(f"random programs: {PROGRAMS[backend] - refused} agree, {refused} refused")
    wrong += refused > PROGRAMS[backend] // 10
    wrong += LIBRARIES[backend](case)
    return int(wrong > 0)


def tensors(backend: str) -> Callable[[int], Any]:
    """Give what makes a scalar as the back end takes it."""
    if backend == "torchscript":
        import torch  # noqa: PLC0415

        return torch.tensor
    if backend == "tensorflow":
        import tensorflow as tf  # noqa: PLC0415

        return tf.constant
    return int


def with_python(case: Callable[..., None]) -> int:
    """Check what only plain Python takes: recursion."""

    @rep_fun
    def power(x, n):
        if n == 0:
            return 1
        else:
            return x * power(x, n - 1)

    case("power", power, [(3, n) for n in range(6)], stage(calling(power)))
    return 0


def calling(power: Callable[..., Any]) -> Callable[..., Any]:
    """Give a function that calls another, as a program to be staged."""

    def call(x, n):
        return power(x, n)

    return call


def with_torch(case: Callable[..., None]) -> int:
    """Check a module of PyTorch, its gradients, and the refusal of recursion."""
    import torch  # noqa: PLC0415
    from torch import nn  # noqa: PLC0415

    class Net(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.__first = nn.Linear(6, 5)
            self.second = nn.Linear(5, 3)
            self.deep = True

        @lms
        def forward(self, x):
            x = x.view([-1, 6])
            if self.deep:
                x = torch.relu(self.__first(x))
            if x.sum() > 3:
                x = x * 2
            for _ in range(2):
                x = x + 1
            return nn.functional.log_softmax(self.second(x), dim=1)

    net = Net()

    def forward(x):
        return net.forward(x)

    batches = [(torch.randn(4, 2, 3),) for _ in range(10)]
    for backend in ("torchscript", "python"):
        staged = stage(backend=backend)(forward)
        case(f"module, {backend}", net.forward, batches, staged)
        grads = []
        for run in (net, staged):
            net.zero_grad()
            run(batches[0][0])[:, 0].sum().backward()
            grads.append([each.grad.clone() for each in net.parameters()])
        case(f"gradients, {backend}", lambda one, other: one, list(zip(*grads, strict=True)), lambda one, other: other)
    return refuses("torchscript") + refuses_unbound()


def refuses_unbound() -> int:
    """Check that a variable which may be unbound fails as it does in Python, and is no number that was made up."""
    import torch  # noqa: PLC0415

    @stage(backend="torchscript")
    def late(x):
        if x > 0:
            y = x * 2
        return y

    assert late(torch.tensor(2)) == 4
    try:
        late(torch.tensor(-2))
    except Exception as error:
        print(f"unbound: {type(error).__name__}")
        return 0
    print("unbound: WRONG, no error")
    return 1


def with_tensorflow(case: Callable[..., None]) -> int:
    """Check operations of TensorFlow, loops over tensors, gradients, prints, and the refusal of recursion."""
    import tensorflow as tf  # noqa: PLC0415

    weights = tf.Variable(tf.random.normal([3, 3], seed=1))

    @lms
    def step(x):
        y = tf.nn.relu(tf.matmul(x, weights))
        if tf.reduce_sum(y) > 1.0:
            y = y * 2
        else:
            y = y - 1
        for row in x:
            y = y + row
            if tf.reduce_sum(row) > 0.5:
                break
        return y

    inputs = [(tf.random.normal([2, 3], seed=seed),) for seed in range(10)]
    staged = stage(backend="tensorflow")(step)
    case("step", step, inputs, staged)

    def gradient(run: Callable[..., Any]) -> Callable[..., Any]:
        def of(x: Any) -> Any:
            with tf.GradientTape() as tape:
                result = tf.reduce_sum(run(x))
            return tape.gradient(result, weights)

        return of

    case("gradients", gradient(step), inputs, gradient(staged))
    return refuses("tensorflow")


def refuses(backend: str) -> int:
    """Check that a back end without recursion says so."""

    @rep_fun
    def power(x, n):
        if n == 0:
            return 1
        else:
            return x * power(x, n - 1)

    try:
        stage(backend=backend)(calling(power))
    except StagingError as error:
        print(f"recursion: {error}")
        return 0
    print("recursion: WRONG, not refused")
    return 1


LIBRARIES: dict[str, Callable[..., int]] = {
    "python": with_python,
    "torchscript": with_torch,
    "tensorflow": with_tensorflow,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
