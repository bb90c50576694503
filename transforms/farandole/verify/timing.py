"""Runs of a script before and after a refactoring, in turn: how long each took, and whether they print the same."""

from __future__ import annotations

import math
import re
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from farandole.verify.scratch import CannotRun, copy_project, project_folder

STOPWATCH = Path(__file__).with_name("stopwatch.py")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|\bnan\b|\binf\b")


@dataclass(frozen=True)
class Timed:
    """What a run took, in seconds without its imports, and what it printed."""

    seconds: float
    printed: str


@dataclass(frozen=True)
class Measured:
    """The runs of a script before and after a refactoring, and where they print something else."""

    before: tuple[Timed, ...]
    after: tuple[Timed, ...]
    difference: str

    @property
    def seconds(self) -> tuple[float, float]:
        """The median time of the runs before, and of those after."""
        return median(run.seconds for run in self.before), median(run.seconds for run in self.after)


@dataclass(frozen=True)
class Asked:
    """How a script is run: by which interpreter, with which arguments, how often, and for how many seconds at most."""

    python: str
    arguments: tuple[str, ...] = ()
    times: int = 3
    limit: float = 600


def measure(script: Path, texts: Mapping[Path, bytes], tolerance: float, asked: Asked) -> Measured:
    """Run a script as it is and with new texts of files of its project, each in a copy of the project, in turn.

    What is printed is compared, with numbers within a relative `tolerance`. Raises CannotRun when a run fails or takes
    too long.
    """
    script = script.resolve()
    project = project_folder(script)
    with tempfile.TemporaryDirectory(prefix="farandole-") as folder:
        copies = [Path(folder) / "before", Path(folder) / "after"]
        for copy in copies:
            copy_project(project, copy)
        for path, text in texts.items():
            (copies[1] / path.relative_to(project)).write_bytes(text)
        where = script.relative_to(project)
        runs = [[_run(copy, where, asked) for copy in copies] for _ in range(asked.times)]
    before, after = (tuple(each) for each in zip(*runs, strict=True))
    return Measured(before, after, difference(before[0].printed, after[0].printed, tolerance))


def _run(copy: Path, script: Path, asked: Asked) -> Timed:
    out = copy.parent / f"{copy.name}.seconds"
    command = [asked.python, str(STOPWATCH), str(out), str(copy / script), *asked.arguments]
    try:
        ran = subprocess.run(
            command, cwd=(copy / script).parent, capture_output=True, text=True, timeout=asked.limit, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise CannotRun(f"{script.name} took more than {asked.limit:g} seconds {copy.name} the refactoring") from error
    except OSError as error:
        raise CannotRun(f"{asked.python}: {error.strerror}") from error
    if ran.returncode:
        last = (ran.stderr.strip().splitlines() or [f"exit status {ran.returncode}"])[-1]
        raise CannotRun(f"{script.name} fails {copy.name} the refactoring: {last}")
    return Timed(float(out.read_text(encoding="utf-8")), ran.stdout)


def difference(first: str, second: str, tolerance: float) -> str:
    """Say where two outputs differ by more than a relative tolerance of their numbers; empty when they do not."""
    lines, others = first.splitlines(), second.splitlines()
    if len(lines) != len(others):
        return f"{len(lines)} lines before, {len(others)} after"
    for number, (line, other) in enumerate(zip(lines, others, strict=True), 1):
        same_words = _NUMBER.sub("0", line) == _NUMBER.sub("0", other)
        if not same_words or not _close(_NUMBER.findall(line), _NUMBER.findall(other), tolerance):
            return f"line {number}: {line!r} before, {other!r} after"
    return ""


def _close(first: Sequence[str], second: Sequence[str], tolerance: float) -> bool:
    pairs = [(float(one), float(other)) for one, other in zip(first, second, strict=True)]
    return all(
        one == other or math.isclose(one, other, rel_tol=tolerance) or (math.isnan(one) and math.isnan(other))
        for one, other in pairs
    )
