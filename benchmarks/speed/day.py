"""Measure what a day of edits does to the memory of Farandole's server.

`python -m benchmarks.speed.day [--edits COUNT] [--lines COUNT] [--write]` opens a script with one training, makes so
many edits as typing makes them, each after the diagnostics of the one before, and prints the memory in use and the
median time from edit to diagnostics for each tenth of them. `--write` puts the table into docs/benchmarks.md; the
system's processes must be below /proc.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks.speed import page, programs
from benchmarks.speed.contenders import Session, farandole
from benchmarks.speed.editor import edits

PARTS = 10


async def day(text: str, number: int) -> tuple[float, list[tuple[int, float, float]]]:
    """Make so many edits in a script of this text.

    Give the memory in use before the first edit, in MiB, and for each tenth of them: the edits made so far, the memory
    in use, and the median of the seconds from an edit to its diagnostics.
    """
    folder = Path(tempfile.mkdtemp(prefix="farandole-benchmark-"))
    path = folder / "script.py"
    path.write_text(text, encoding="utf-8")
    session = Session(farandole())
    try:
        await session.start(path)
        opened = session.memory_in_use
        found: list[tuple[int, float, float]] = []
        taken: list[float] = []
        for made, (_, edit) in enumerate(edits(text, number), start=1):
            begun = time.monotonic()
            session.edit(*edit)
            await session.diagnosed()
            taken.append(time.monotonic() - begun)
            if made % max(1, number // PARTS) == 0:
                found.append((made, session.memory_in_use, median(taken)))
                taken.clear()
    finally:
        await session.stop()
        shutil.rmtree(folder)
    return opened, found


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--lines", type=int, default=300)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    opened, measured = asyncio.run(day(programs.one_training(args.lines), args.edits))
    lines = ["| edits | memory in use | edit, p50 |", "| ---: | ---: | ---: |", f"| 0 | {opened:.0f} MiB | |"]
    lines += [f"| {made:,} | {memory:.0f} MiB | {seconds * 1000:.0f} ms |" for made, memory, seconds in measured]
    print("\n".join(lines))
    if args.write:
        page.write("day", lines)


if __name__ == "__main__":
    main()
