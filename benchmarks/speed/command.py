"""Measure what `farandole check` of a project costs, beside Python's own parser on the same files, in one run.

`python -m benchmarks.speed.command [--files COUNT] [--write]` generates projects of a tenth of the files, a third of
them, and all; a tenth of each are training scripts. It prints the CPU time of `ast.parse` of the files, of `check`, of
`check` once more, when nothing has changed, and the ratios; and with which powers of the files and of the lines of one
script the time grows. `--write` puts the tables into docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import math
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

from benchmarks.speed import page, programs

PARSE = """
import ast, sys
from pathlib import Path
for path in Path(sys.argv[1]).rglob("*.py"):
    ast.parse(path.read_bytes())
"""
SCRIPTS: dict[str, tuple[Callable[[int], str], Sequence[int]]] = {
    "one training": (programs.one_training, (1000, 5000, 25000)),
    "dense": (programs.dense, (500, 1000, 3000)),
}


def cpu(command: Sequence[str]) -> float:
    """Run a command and give the seconds of CPU time that it used; `check` ends with 1 when there are findings."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def parsed(folder: Path) -> float:
    """Give the seconds that Python's parser takes for the files below a folder."""
    return cpu([sys.executable, "-I", "-c", PARSE, str(folder)])


def checked(path: Path, caches: Path) -> float:
    """Give the seconds that `farandole check` takes for a script or a folder, with a folder for its caches."""
    return cpu(["env", f"XDG_CACHE_HOME={caches}", sys.executable, "-I", "-m", "farandole", "check", str(path)])


def exponent(sizes: Sequence[int], seconds: Sequence[float]) -> str:
    """Give the powers of the size with which the time grows, from each size to the next."""
    pairs = zip(pairwise(sizes), pairwise(seconds), strict=True)
    return ", ".join(
        f"{math.log(later / sooner) / math.log(more / less):.2f}" for (less, more), (sooner, later) in pairs
    )


def projects(files: int) -> list[str]:
    """Give the table of projects."""
    lines = ["| files, training | `ast.parse` | `check` | again | growth |", "| --- | ---: | ---: | ---: | ---: |"]
    sizes = [files // 10, files // 3, files]
    seconds: list[float] = []
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="farandole-benchmark-") as name:
            folder, caches = Path(name) / "project", Path(name) / "caches"
            programs.project(folder, size, size // 10)
            base, first, again = parsed(folder), checked(folder, caches), checked(folder, caches)
        seconds.append(first)
        growth = exponent(sizes[: len(seconds)][-2:], seconds[-2:])
        shown = f"{base:.1f} s | {first:.1f} s ({first / base:.1f}) | {again:.1f} s ({again / base:.1f})"
        lines.append(f"| {size:,}, {size // 10:,} | {shown} | {growth} |")
        print(lines[-1], flush=True)
    return lines


def scripts() -> list[str]:
    """Give the table of scripts."""
    lines = ["| script, lines | `ast.parse` | `check` | growth |", "| --- | ---: | ---: | ---: |"]
    for kind, (written, sizes) in SCRIPTS.items():
        seconds: list[float] = []
        for size in sizes:
            with tempfile.TemporaryDirectory(prefix="farandole-benchmark-") as name:
                path = Path(name) / "train.py"
                path.write_text(written(size), encoding="utf-8")
                base = parsed(path.parent)
                seconds.append(checked(path, path.parent / ".caches"))
            growth = exponent(sizes[: len(seconds)][-2:], seconds[-2:])
            lines.append(f"| {kind}, {size:,} | {base:.2f} s | {seconds[-1]:.1f} s | {growth} |")
            print(lines[-1], flush=True)
    return lines


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=3000)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    for part, measure in (("projects", lambda: projects(args.files)), ("scripts", scripts)):
        lines = measure()
        if args.write:
            page.write(part, lines)


if __name__ == "__main__":
    main()
