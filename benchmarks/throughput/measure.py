"""Compare the throughput of converted scripts with that of the same scripts distributed by hand.

`python benchmarks/throughput/measure.py [--rounds 5] [--python PATH] [--write]` converts `scripts/`, runs each
conversion and its counterpart of `by_hand/` in turns under `horovodrun -np 1` and `-np 2` on CPU, and prints samples
per second (of all ranks) and their ratio; `--write` writes them to the README.md beside this file. Other work on the
machine only makes steps slower, so each run tells its nine tenths quantile of blocks of ten steps, and the turns make
the ratio fair. Exit status 1 when a ratio is below 0.97. `--python` has TensorFlow and Horovod; without it, it is the
environment of `tests/horovod/`.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ENVIRONMENT = HERE.parent.parent / "tests" / "horovod" / "environment.py"
LAUNCHER = "from horovod.runner.launch import run_commandline; run_commandline()"
LEAST = 0.97
HEADING = """# Throughput of conversions

Each script of `scripts/`, converted by `farandole distribute`, beside the same script distributed by hand as Horovod's
documentation does it (`by_hand/`): samples per second of all ranks, the medians of {rounds} runs of each in turns, and
the median of the ratios of the two runs of a turn. A run tells its nine tenths quantile of blocks of ten steps, since
other work on the machine only makes steps slower. TensorFlow 2.12, Horovod 0.28.1 with Gloo, CPU ({cores} cores).
The ratio must be {least} or better.

Written by `python benchmarks/throughput/measure.py --write`.

"""


def converted(name: str, folder: Path) -> Path:
    """Convert a copy of a script in place, as a user would."""
    script = Path(shutil.copy(HERE / "scripts" / name, folder))
    command = "import sys; from farandole.cli import main; sys.exit(main(sys.argv[1:]))"
    subprocess.run(
        [sys.executable, "-c", command, "distribute", "--write", str(script)], check=True, capture_output=True
    )
    return script


def throughput(python: str, script: Path, processes: int) -> float:
    """Run a script once; the samples per second of all ranks."""
    quiet = {"TF_CPP_MIN_LOG_LEVEL": "2", "CUDA_VISIBLE_DEVICES": "-1", "TF_NUM_INTRAOP_THREADS": "1"}
    number = str(processes)
    horovodrun = [python, "-c", LAUNCHER, "-np", number, "--gloo", "-H", f"localhost:{number}"]
    done = subprocess.run(
        [*horovodrun, python, str(script)],
        env={**os.environ, **quiet},
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    found = re.findall(r"samples/s ([\d.]+)", done.stdout)
    if len(found) != 1:
        raise RuntimeError(f"{script} under -np {processes} said {len(found)} times how fast it was")
    return float(found[0]) * processes


def main() -> int:
    """Measure, print the table, and tell whether every ratio is high enough."""
    parser = argparse.ArgumentParser(description="Throughput of conversions beside scripts distributed by hand.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--python")
    parser.add_argument("--write", action="store_true", help="write README.md beside this file")
    arguments = parser.parse_args()
    find = [sys.executable, str(ENVIRONMENT)]
    python = arguments.python or subprocess.run(find, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    enough = True
    lines = ["| script | -np | converted | by hand | ratio |", "| --- | ---: | ---: | ---: | ---: |"]
    print(*lines, sep="\n")
    with tempfile.TemporaryDirectory() as name:
        for path in sorted((HERE / "scripts").glob("*.py")):
            conversion = converted(path.name, Path(name))
            for processes in (1, 2):
                pairs = []
                for number in range(arguments.rounds):
                    order = [conversion, HERE / "by_hand" / path.name]
                    if number % 2:  # neither is always the second
                        order.reverse()
                    rates = {script: throughput(python, script, processes) for script in order}
                    pairs.append((rates[conversion], rates[HERE / "by_hand" / path.name]))
                ours, theirs = (statistics.median(rates) for rates in zip(*pairs, strict=True))
                ratio = statistics.median(one / other for one, other in pairs)
                enough &= ratio >= LEAST
                lines.append(f"| `{path.stem}` | {processes} | {ours:.0f} | {theirs:.0f} | {ratio:.3f} |")
                print(lines[-1], flush=True)
    if arguments.write:
        heading = HEADING.format(rounds=arguments.rounds, cores=os.cpu_count(), least=LEAST)
        (HERE / "README.md").write_text(heading + "\n".join(lines) + "\n", encoding="utf-8")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
