"""MNIST as in Figure 14 of "The 800 Pound Python", on random images of that size: seconds for training, one line each.

`python mnist.py ROUNDS` in the environment with PyTorch. The ways take turns in every round, so that a machine that
becomes slower or faster does so for all; the seconds are of one epoch of 6,000 images.
"""

from __future__ import annotations

import json
import sys
import time
import types
from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812
from farandole.staging import lms, stage
from torch import nn

BATCH, IMAGES = 64, 6_000
args = types.SimpleNamespace(activateFunc=1)


class Net(nn.Module):
    """The network of Figure 14."""

    def __init__(self) -> None:
        super().__init__()
        self.fc1 = nn.Linear(784, 50)
        self.fc2 = nn.Linear(50, 10)
        self.activateFunc = args.activateFunc

    def forward(self, x):
        x1 = x.view([-1, 784])
        if self.activateFunc == 1:
            x2 = F.relu(self.fc1(x1))
            x3 = self.fc2(x2)
            x4 = F.log_softmax(x3, dim=1)
            return x4
        else:
            x6 = torch.tanh(self.fc1(x1))
            x7 = self.fc2(x6)
            x8 = F.log_softmax(x7, dim=1)
            return x8


class Virtualized(Net):
    """The same with its `forward` virtualized."""

    forward = lms(Net.forward)


Ways = dict[str, tuple[Net, Callable[[Any], Any]]]


def ways() -> Ways:
    """Give each way's network, and what computes its output; all start from the same weights."""

    def made(kind: type[Net]) -> Net:
        torch.manual_seed(0)
        return kind()

    def staged(backend: str) -> tuple[Net, Callable[[Any], Any]]:
        net = made(Virtualized)

        def forward(x: Any) -> Any:
            return net.forward(x)

        return net, stage(backend=backend)(forward)

    plain, virtual, scripted, compiled = made(Net), made(Virtualized), made(Net), made(Net)
    result: Ways = {
        "PyTorch": (plain, plain),
        "Snek, unstaged": (virtual, virtual),
        "Snek, staged for PyTorch": staged("python"),
        "TorchScript": (scripted, torch.jit.script(scripted)),
        "Snek, staged for TorchScript": staged("torchscript"),
    }
    try:
        torch._dynamo.config.suppress_errors = False
        function = torch.compile(compiled)
        function(torch.randn(BATCH, 28, 28)).sum().backward()
        result["torch.compile"] = (compiled, function)
    except Exception as error:
        print(f"torch.compile: {type(error).__name__}", file=sys.stderr)
    return result


def train(net: Net, forward: Callable[[Any], Any], images: Any, labels: Any) -> tuple[float, float]:
    """Train for an epoch; give its seconds and the last loss."""
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.5)
    start = time.perf_counter()
    for first in range(0, IMAGES, BATCH):
        optimizer.zero_grad()
        loss = F.nll_loss(forward(images[first : first + BATCH]), labels[first : first + BATCH])
        loss.backward()
        optimizer.step()
    return time.perf_counter() - start, loss.item()


def main() -> None:
    """Print the seconds of every round of every way, as JSON."""
    torch.set_num_threads(1)
    torch.manual_seed(1)
    images, labels = torch.randn(IMAGES, 28, 28), torch.randint(0, 10, (IMAGES,))
    seconds: dict[str, list[float]] = {}
    chosen = ways()
    losses = {}
    for turn in range(int(sys.argv[1]) + 3):
        order = list(chosen)
        for name in order[turn % len(order) :] + order[: turn % len(order)]:
            taken, loss = train(*chosen[name], images, labels)
            losses.setdefault(name, loss)
            if turn >= 3:  # noqa: PLR2004  TorchScript and torch.compile optimize in their first runs
                seconds.setdefault(name, []).append(taken)
    spread = max(losses.values()) - min(losses.values())
    assert spread < 1e-3, losses  # noqa: PLR2004  the first epoch gives the same in every way
    json.dump(seconds, sys.stdout)


if __name__ == "__main__":
    main()
