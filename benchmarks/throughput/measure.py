"""Compare the throughput of converted scripts with that of the same scripts distributed by hand.

`python benchmarks/throughput/measure.py [--rounds 2] [--python PATH] [--write]` converts `scripts/`, runs each
conversion beside its counterpart of `by_hand/` under `horovodrun -np 1` and `-np 2` on CPU, and prints samples per
second (of all ranks) and their ratio; `--write` writes them to the README.md beside this file. The speed of a machine
drifts by more than what is measured, so both runs are under way at once and take turns of two seconds: all
processes of one are stopped while the other goes on. Only blocks of steps that lie wholly within a turn count, and
each turn is compared with the next one of the other run. Exit status 1 when a ratio is below 0.97. `--python` has
TensorFlow and Horovod; without it, it is the environment of `tests/horovod/`. Linux and macOS only.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
ENVIRONMENT = HERE.parent.parent / "tests" / "horovod" / "environment.py"
LAUNCHER = "from horovod.runner.launch import run_commandline; run_commandline()"
LEAST = 0.97
TURN = 2
"""Seconds that a run goes on while the other is stopped."""

LIMIT = 600
"""Seconds in which both runs of a pair must have ended."""

BLOCK_SAMPLES = 10 * 64
"""Samples that one process trains with in a block: steps and batch size of the scripts."""

HEADING = """# Throughput of conversions

Each script of `scripts/`, converted by `farandole distribute`, beside the same script distributed by hand as Horovod's
documentation does it (`by_hand/`): samples per second of all ranks. Both run at once in turns of {turn} seconds, one
stopped while the other goes on; each turn is compared with the next one of the other. The rates are medians of all
turns of {rounds} runs, the ratio is the geometric mean of the turns' ratios, with its standard error. TensorFlow 2.12,
Horovod 0.28.1 with Gloo, CPU ({cores} cores). The ratio must be {least} or better.

Written by `python benchmarks/throughput/measure.py --write`.

"""


def converted(name: str, folder: Path) -> Path:
    """Convert a copy of a script in place, as a user would."""
    script = Path(shutil.copy(HERE / "scripts" / name, folder))
    command = [sys.executable, "-m", "farandole", "distribute", "--write", "--force", "--confirm", "HVD", str(script)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return script


@dataclass
class Run:
    """A script under `horovodrun`, with the times (monotonic, in seconds) of its turns."""

    python: str
    script: Path
    launcher: subprocess.Popen[str]
    turns: list[tuple[float, float]] = field(default_factory=list)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to every process that runs the script, as far as they have started."""
        shown = subprocess.run(["ps", "-eo", "pid=,args="], check=True, stdout=subprocess.PIPE, text=True).stdout
        for line in shown.splitlines():
            process, *command = line.split()
            if command == [self.python, str(self.script)]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(process), number)

    def take_turn(self) -> None:
        """Go on for a while, then stop."""
        self.signal(signal.SIGCONT)
        start = time.monotonic()
        time.sleep(TURN)
        self.turns.append((start, time.monotonic()))
        self.signal(signal.SIGSTOP)

    def rates(self, output: str, processes: int) -> list[float | None]:
        """Give the samples per second of all ranks in each turn; None for a turn without two whole blocks."""
        found = re.findall(r"blocks ([\d. ]+)", output)
        if len(found) != 1:
            raise RuntimeError(f"{self.script} under -np {processes} told {len(found)} times when its blocks ended")
        ends = [float(end) for end in found[0].split()]
        rates: list[float | None] = []
        for start, stop in self.turns:
            # the first end of a turn closes a block that may have been stopped in the middle
            within = [end for end in ends if start <= end <= stop]
            blocks = len(within) - 1
            rates.append(blocks * BLOCK_SAMPLES * processes / (within[-1] - within[0]) if blocks > 1 else None)
        return rates


@contextlib.contextmanager
def started(python: str, script: Path, processes: int) -> Iterator[Run]:
    """Start a script under `horovodrun`; no process is left behind."""
    quiet = {"TF_CPP_MIN_LOG_LEVEL": "2", "CUDA_VISIBLE_DEVICES": "-1", "TF_NUM_INTRAOP_THREADS": "1"}
    number = str(processes)
    horovodrun = [python, "-c", LAUNCHER, "-np", number, "--gloo", "-H", f"localhost:{number}"]
    with subprocess.Popen(
        [*horovodrun, python, str(script)],
        env={**os.environ, **quiet},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as launcher:
        run = Run(python, script, launcher)
        try:
            yield run
        finally:
            run.signal(signal.SIGKILL)
            launcher.terminate()


def compare(python: str, scripts: tuple[Path, Path], processes: int) -> list[tuple[float, float]]:
    """Run two scripts in turns; the samples per second of both in each pair of turns."""
    with contextlib.ExitStack() as stack:
        runs = [stack.enter_context(started(python, script, processes)) for script in scripts]
        deadline = time.monotonic() + LIMIT
        for run in itertools.cycle(runs):
            if time.monotonic() > deadline:
                raise RuntimeError(f"{' and '.join(map(str, scripts))} have not ended in {LIMIT} s")
            if any(each.launcher.poll() is not None for each in runs):
                break
            run.take_turn()
        for run in runs:
            run.signal(signal.SIGCONT)
        rates = [run.rates(run.launcher.communicate(timeout=LIMIT)[0], processes) for run in runs]
    return [(ours, theirs) for ours, theirs in zip(*rates) if ours is not None and theirs is not None]


def main() -> int:
    """Measure, print the table, and tell whether every ratio is high enough."""
    parser = argparse.ArgumentParser(description="Throughput of conversions beside scripts distributed by hand.")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--python")
    parser.add_argument("--write", action="store_true", help="write README.md beside this file")
    arguments = parser.parse_args()
    find = [sys.executable, str(ENVIRONMENT)]
    python = arguments.python or subprocess.run(find, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    enough = True
    lines = ["| script | -np | converted | by hand | turns | ratio |", "| --- | ---: | ---: | ---: | ---: | ---: |"]
    print(*lines, sep="\n")
    with tempfile.TemporaryDirectory() as name:
        for path in sorted((HERE / "scripts").glob("*.py")):
            scripts = (converted(path.name, Path(name)), HERE / "by_hand" / path.name)
            for processes in (1, 2):
                pairs: list[tuple[float, float]] = []
                for number in range(arguments.rounds):
                    # neither is always the first to take its turn
                    order = -1 if number % 2 else 1
                    pairs += [pair[::order] for pair in compare(python, scripts[::order], processes)]
                ours, theirs = (statistics.median(rates) for rates in zip(*pairs))
                ratios = [one / other for one, other in pairs]
                ratio = statistics.geometric_mean(ratios)
                error = statistics.stdev(ratios) / len(ratios) ** 0.5
                enough &= ratio >= LEAST
                shown = f"{ours:.0f} | {theirs:.0f} | {len(pairs)} | {ratio:.3f} ± {error:.3f}"
                lines.append(f"| `{path.stem}` | {processes} | {shown} |")
                print(lines[-1], flush=True)
    if arguments.write:
        heading = HEADING.format(rounds=arguments.rounds, turn=TURN, cores=os.cpu_count(), least=LEAST)
        (HERE / "README.md").write_text(heading + "\n".join(lines) + "\n", encoding="utf-8")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
