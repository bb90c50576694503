"""Runs each program before and after its refactorings, and prints or writes the table of `docs/performance/speed.md`.

    python benchmarks/refactorings/measure.py [--write] [PROGRAM...]

The interpreters are those of the Horovod environment (TensorFlow) and of the environment of the back ends (PyTorch).
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import geometric_mean

from farandole.cli.measure import measured_with, refactored
from farandole.options import Options
from farandole.rules.families import INEFFICIENT
from farandole.verify.timing import Asked

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PAGE = ROOT / "docs" / "performance" / "speed.md"
MARKS = "<!-- measured -->", "<!-- end -->"


def interpreter(program: Path) -> str:
    """Give the Python that has what a program imports."""
    environment = "tests/staging/backends" if "import torch" in program.read_text() else "tests/horovod"
    command = [sys.executable, str(ROOT / environment / "environment.py"), "--find"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def main() -> int:
    """Measure: 0 when every output is the same and nothing is slower, 1 otherwise."""
    wanted = [name for name in sys.argv[1:] if name != "--write"]
    programs = [path for path in sorted((HERE / "programs").glob("*.py")) if not wanted or path.stem in wanted]
    rows, ratios, wrong = [], [], []
    for program in programs:
        plan = refactored(program, Options(select=(INEFFICIENT.prefix,)))
        measured = measured_with(plan, Asked(interpreter(program), times=3, limit=240))
        before, after = measured.seconds
        codes = ", ".join(dict.fromkeys(finding.code for finding in plan.applied))
        rows.append(f"| `{program.stem}` | {codes} | {before:.2f} | {after:.2f} | {before / after:.2f} |")
        print(rows[-1], measured.difference, flush=True)
        ratios.append(before / after)
        if measured.difference or before < after:
            wrong.append(program.stem)
    rows.append(f"| geometric mean | | | | {geometric_mean(ratios):.2f} |")
    table = "\n".join(["| program | rules | before, s | after, s | ratio |", "| --- | --- | --- | --- | --- |", *rows])
    print(rows[-1])
    if "--write" in sys.argv:
        text = PAGE.read_text(encoding="utf-8")
        start, end = text.index(MARKS[0]) + len(MARKS[0]), text.index(MARKS[1])
        PAGE.write_text(f"{text[:start]}\n\n{table}\n\n{text[end:]}", encoding="utf-8", newline="\n")
    if wrong:
        print(f"slower, or with another output: {', '.join(wrong)}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
