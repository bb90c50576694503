"""Measure how long an editor waits for Farandole's server, beside pyright's, in one run.

`python -m benchmarks.speed.editor [--pyright PYRIGHT-LANGSERVER] [--edits COUNT] [--write]` starts both servers on each
program, at once, and makes the same edits in both by turns: the time from an edit to the diagnostics of the text with
it (with all delays), from the start of the process to the first diagnostics, of code actions asked for just after
an edit, and the most memory. It prints a table, with the ratios, and `--write` puts it into docs/benchmarks.md.
`npm install pyright` gives `node_modules/.bin/pyright-langserver`; the system's processes must be below /proc.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

from benchmarks.speed import page, programs
from benchmarks.speed.contenders import Contender, Session, farandole, pyright

PROGRAMS: dict[str, Callable[[], str]] = {
    "1,000 lines, one training": lambda: programs.one_training(1000),
    "5,000 lines, one training": lambda: programs.one_training(5000),
    "1,000 lines, dense": lambda: programs.dense(1000),
}
SETTLED = 0.05
"""Seconds between the diagnostics and the next edit."""
THINKING = 0.01
"""Seconds between an edit and the request for code actions."""


@dataclass
class Measured:
    """What was measured of one server on one program, in seconds and MiB."""

    first: float = 0.0
    edits: list[float] = field(default_factory=list)
    trivial: list[float] = field(default_factory=list)
    actions: list[float] = field(default_factory=list)
    memory: float = 0.0
    cpu: float = 0.0


Edit = tuple[int, int, str]


def edits(text: str, number: int, seed: int = 1) -> list[tuple[str, Edit]]:
    """Choose edits as typing makes them: in code a new statement, its number, its end; comments and blank lines.

    Each is its kind, `code` or `trivial`, with a line, how many lines are replaced there, and by what.
    """
    choose = random.Random(seed)
    lines = text.splitlines(keepends=True)
    places = [at for at, line in enumerate(lines) if line.startswith("    return") or line.startswith("    print(")]
    found: list[tuple[str, Edit]] = []
    while len(found) < number:
        at = choose.choice(places)
        name = f"    value_{choose.randrange(1000)} = "
        found += [
            ("code", (at, 0, f"{name}{len(found)}\n")),
            ("code", (at, 1, f"{name}{len(found)} + {choose.randrange(1000)}\n")),
            ("trivial", (at, 0, "    # what comes next is new\n")),
            ("trivial", (at + 1, 0, "\n")),
            ("code", (at, 3, "")),
        ]
    return found[:number]


async def measured(contenders: Sequence[Contender], text: str, number: int) -> list[Measured]:
    """Measure servers side by side on one program."""
    folder = Path(tempfile.mkdtemp(prefix="farandole-benchmark-"))
    path = folder / "script.py"
    path.write_text(text, encoding="utf-8")
    sessions = [Session(contender) for contender in contenders]
    results = [Measured() for _ in contenders]
    try:
        for session, result in zip(sessions, results, strict=True):
            result.first = await session.start(path)
        for kind, edit in edits(text, number):
            for session, result in zip(sessions, results, strict=True):
                await asyncio.sleep(SETTLED)
                begun = asyncio.get_running_loop().time()
                session.edit(*edit)
                await session.diagnosed()
                (result.edits if kind == "code" else result.trivial).append(asyncio.get_running_loop().time() - begun)
        for _, edit in edits(text, number // 2, seed=2):
            for session, result in zip(sessions, results, strict=True):
                session.edit(*edit)
                await asyncio.sleep(THINKING)
                result.actions.append(await session.actions(edit[0]))
                await session.diagnosed()
        for session, result in zip(sessions, results, strict=True):
            result.memory, result.cpu = session.memory, session.cpu
    finally:
        for session in sessions:
            await session.stop()
        shutil.rmtree(folder)
    return results


def late(seconds: Sequence[float]) -> float:
    """Give the 95th percentile."""
    return quantiles(seconds, n=20, method="inclusive")[-1]


def row(program: str, results: Sequence[Measured]) -> str:
    """Give the line of a program in the table: each measure of every contender, and the ratio of first and last."""
    cells = [program]
    for shown, unit in (
        (lambda each: median(each.edits) * 1000, "ms"),
        (lambda each: late(each.edits) * 1000, "ms"),
        (lambda each: median(each.trivial) * 1000, "ms"),
        (lambda each: late(each.actions) * 1000, "ms"),
        (lambda each: each.first, "s"),
        (lambda each: each.memory, "MiB"),
    ):
        values = [shown(each) for each in results]
        text = " / ".join(f"{value:.2f}" if unit == "s" else f"{value:.0f}" for value in values)
        cells.append(f"{text} {unit}" + (f" ({values[0] / values[-1]:.2f})" if len(values) > 1 else ""))
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pyright", type=Path, default=shutil.which("pyright-langserver"))
    parser.add_argument("--edits", type=int, default=60)
    parser.add_argument("--program", action="append", choices=[*PROGRAMS])
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    contenders = [farandole(), *([pyright(args.pyright)] if args.pyright else [])]
    lines = [
        f"| {' / '.join(each.name for each in contenders)} (ratio) | edit, p50 | edit, p95 | comment, p50"
        " | action, p95 | first diagnostics | memory |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    print("\n".join(lines), flush=True)
    for name in args.program or PROGRAMS:
        lines.append(row(name, asyncio.run(measured(contenders, PROGRAMS[name](), args.edits))))
        print(lines[-1], flush=True)
    if args.write:
        page.write("editor", lines)


if __name__ == "__main__":
    main()
