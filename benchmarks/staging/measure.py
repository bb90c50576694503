"""Compare what is staged with what is not, beside the figures of "The 800 Pound Python in the Machine Learning Room".

`python benchmarks/staging/measure.py [--rounds 60] [--write]` runs `mnist.py` in the environment with PyTorch and
`cartpole.py` in the one with TensorFlow (built by `tests/staging/backends/environment.py` and
`tests/horovod/environment.py`) and prints a table; `--write` writes it to docs/staging/speed.md. The speed of a machine
drifts by more than what is measured, so all ways take turns in each round, and only times of one round are compared.
Exit status 1 when virtualization costs more than 2 %, or staging makes the loop less than 2.3 times faster.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PAGE = ROOT / "docs" / "staging" / "speed.md"
MOST_COST, LEAST_GAIN = 0.02, 2.3
PAPER = {
    **{"PyTorch": "122.4 s", "Snek, unstaged": "124 s (+1.3 %)", "Snek, staged for PyTorch": "119.8 s (-2.1 %)"},
    **{"TorchScript": "128.8 s (+5.2 %)", "Snek, staged for TorchScript": "127.2 s (+3.9 %)", "torch.compile": ""},
}
LOOP = {"10": (0.91, 0.39), "100": (0.93, 0.40), "1000": (1.06, 0.46)}
"""Seconds of the paper's Table 2, eager and staged."""

HEADING = """# Speed of staged code

The figures of "The 800 Pound Python in the Machine Learning Room", side by side with ours: {machine}, one thread,
{rounds} rounds. Written by `python benchmarks/staging/measure.py --write`.

"""

MNIST = """## MNIST

The network of Figure 14, trained on 6,000 random images of that size. In each round every way trains once, and is
compared with PyTorch in that round: the median of the ratios, with the quartiles. The paper trained 5 epochs of 60,000
images on another machine, so only the percentages compare.

| | ms | against PyTorch | paper |
| --- | ---: | ---: | ---: |
"""

CARTPOLE = """
## Policy gradients

The loop of Table 2: ten steps of learning, twenty plays each, a policy of two layers. `benchmarks/staging/cartpole.py`
has one function, which runs eagerly and staged for TensorFlow; both learn the same weights.

| units | eager, ms | staged, ms | times faster | paper |
| ---: | ---: | ---: | ---: | ---: |
"""


def ran(environment: Path, script: str, rounds: int) -> Any:
    """Run a script in an environment and give what it prints."""
    found = subprocess.run([sys.executable, str(environment), "--find"], stdout=subprocess.PIPE, text=True, check=False)
    if found.returncode:
        sys.exit(f"build the environment first: {sys.executable} {environment.relative_to(ROOT)}")
    path = os.pathsep.join([str(ROOT / "transforms"), str(ROOT)])
    command = [found.stdout.strip(), str(HERE / script), str(rounds)]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(done.stdout)


def ratios(seconds: list[float], base: list[float]) -> tuple[float, float, float]:
    """Give the median of the ratios of rounds, and their quartiles."""
    low, middle, high = statistics.quantiles([one / other for one, other in zip(seconds, base)], n=4)
    return middle, low, high


def percent(ratio: float) -> str:
    """Give a ratio as a difference in percent."""
    return f"{100 * (ratio - 1):+.1f} %"


def main() -> int:
    """Print the tables, and write the page where that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=60, help="rounds of MNIST; the loop has a twentieth of them")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    args = parser.parse_args()

    mnist = ran(ROOT / "tests" / "staging" / "backends" / "environment.py", "mnist.py", args.rounds)
    text = HEADING.format(machine=f"{os.cpu_count()} cores of {platform.machine()}", rounds=args.rounds) + MNIST
    good = True
    for name, figure in PAPER.items():
        if name not in mnist:
            text += f"| {name} | not there | | {figure} |\n"
            continue
        middle, low, high = ratios(mnist[name], mnist["PyTorch"])
        shown = "" if name == "PyTorch" else f"{percent(middle)} ({percent(low)} to {percent(high)})"
        text += f"| {name} | {1000 * statistics.median(mnist[name]):.1f} | {shown} | {figure} |\n"
        good &= name != "Snek, unstaged" or middle <= 1 + MOST_COST

    loop = ran(ROOT / "tests" / "horovod" / "environment.py", "cartpole.py", max(args.rounds // 20, 3))
    text += CARTPOLE
    for units, (eager, staged) in LOOP.items():
        seconds = loop[units]
        middle, low, high = ratios(seconds["eager"], seconds["staged"])
        good &= middle >= LEAST_GAIN
        ms = " | ".join(f"{1000 * statistics.median(seconds[way]):.0f}" for way in ("eager", "staged"))
        paper = f"{eager / staged:.1f} ({eager} s / {staged} s)"
        text += f"| {units} | {ms} | {middle:.1f} ({low:.1f} to {high:.1f}) | {paper} |\n"
    print(text)
    if args.write:
        PAGE.write_text(text, encoding="utf-8", newline="\n")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
