"""Measure how fast texts that Python does not accept are read, and how much of them is understood.

`python -m benchmarks.broken_files.measure [--against CHECKOUT] [--write]` breaks training scripts and modules of the
engine as typing breaks them (`tests/source/breakages.py`: always the same breakages), reads each broken text after the
one before as an editor's server does, and prints the CPU time of each text, in milliseconds, and the statements beside
the breakage that are understood. `--against` reads the same texts with another checkout of this repository too, in a
process of its own, and prints the ratio; `--write` writes the table to the README.md beside this file. Exit status 1
when less than 99.9 % of the statements are kept, or, with `--against`, when the time is more than half of the other's.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles

ROOT = Path(__file__).parent.parent.parent
MODULES = (
    "analysis/points_to/flow.py",
    "analysis/slicing.py",
    "cli/command.py",
    "source/document.py",
    "verify/verification.py",
)
LEAST_KEPT = 0.999
MOST_TIME = 0.5

HEADING = """# Reading broken files

Texts broken as typing breaks them: a line that is being typed, a character too much, the end of a line, a bracket, a
colon or a whole line missing, another indentation, a quote that is not closed. CPU time of one text in milliseconds;
kept are the statements beside the breakage that are understood at their places.

Written by `python -m benchmarks.broken_files.measure --write{against}`.

"""


@dataclass(frozen=True)
class Result:
    """What was measured of one group of programs: seconds for each broken text, statements in all and understood."""

    seconds: Sequence[float]
    statements: int
    kept: int


def groups() -> Iterator[tuple[str, list[str], int]]:
    """Yield the groups of programs, each with how often each program is broken."""
    scripts = [path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("tests/horovod/scripts/*.py"))]
    yield "training scripts", scripts[:30], 24
    yield "one of 1,700 lines", ["\n".join(scripts)], 120
    yield "modules", [(ROOT / "transforms/farandole" / name).read_text(encoding="utf-8") for name in MODULES], 48
    new_syntax = ROOT / "tests/golden/layout-new-syntax/in.py"
    yield "new syntax", [new_syntax.read_text(encoding="utf-8")], 48


def measured(programs: Sequence[str], count: int) -> Result:
    """Break programs, and read them with the engine that is imported."""
    from farandole.source import parse  # noqa: PLC0415  which engine tells the process

    from tests.source.breakages import breakages, kept  # noqa: PLC0415

    random = Random(1)
    path = Path("script.py")
    keeps = "before" in inspect.signature(parse).parameters
    seconds: list[float] = []
    statements = understood = 0
    for program in programs:
        valid = document = parse(program, path)
        for breakage in breakages(program, random, count):
            started = time.process_time()
            document = parse(breakage.after, path, *([document] if keeps else []))
            seconds.append(time.process_time() - started)
            beside, found = kept(breakage, document, valid)
            statements += beside
            understood += found
    return Result(seconds, statements, understood)


def results(checkout: Path) -> dict[str, Result]:
    """Measure the engine of a checkout in a process of its own."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(checkout / "transforms"), str(ROOT)])}
    command = [sys.executable, "-m", "benchmarks.broken_files.measure", "--alone"]
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment, cwd=ROOT, text=True).stdout
    return {name: Result(**result) for name, result in json.loads(printed).items()}


def milliseconds(seconds: Sequence[float]) -> str:
    """Give the mean, the median and the 95th percentile."""
    return " / ".join(f"{value * 1000:.1f}" for value in (mean(seconds), median(seconds), quantiles(seconds, n=20)[-1]))


def together(found: dict[str, Result]) -> Result:
    """Give the results of all groups as one."""
    return Result(
        [each for result in found.values() for each in result.seconds],
        sum(result.statements for result in found.values()),
        sum(result.kept for result in found.values()),
    )


def table(ours: dict[str, Result], others: dict[str, Result]) -> str:
    """Give the figures as a Markdown table."""
    rows = ["| programs | texts | mean / p50 / p95 | kept |", "| --- | ---: | ---: | ---: |"]
    if others:
        rows = [
            "| programs | texts | before: mean / p50 / p95 | kept | now: mean / p50 / p95 | kept | time, ratio |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
        ]
    for name, our in (ours | {"all": together(ours)}).items():
        cells = [name, str(len(our.seconds))]
        if others:
            other = (others | {"all": together(others)})[name]
            cells += [milliseconds(other.seconds), f"{other.kept / other.statements:.2%}"]
        cells += [milliseconds(our.seconds), f"{our.kept / our.statements:.2%}"]
        if others:
            cells.append(f"{sum(our.seconds) / sum(other.seconds):.2f}")
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def main() -> int:
    """Measure, print, and give the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", type=Path, metavar="CHECKOUT")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.alone:
        warnings.simplefilter("ignore")
        print(json.dumps({name: asdict(measured(programs, count)) for name, programs, count in groups()}))
        return 0
    others = results(args.against.resolve()) if args.against else {}
    ours = results(ROOT)
    text = table(ours, others)
    print(text, end="")
    if args.write:
        heading = HEADING.format(against=" --against CHECKOUT" if others else "")
        (Path(__file__).parent / "README.md").write_text(heading + text, encoding="utf-8")
    all_ours = together(ours)
    kept = all_ours.kept / all_ours.statements
    ratio = sum(all_ours.seconds) / sum(together(others).seconds) if others else 0
    return int(kept < LEAST_KEPT or ratio > MOST_TIME)


if __name__ == "__main__":
    sys.exit(main())
