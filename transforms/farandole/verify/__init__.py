"""Prove a conversion by running it: the original and the conversion, observed, and the oracles that must hold.

`verify` does it all; `command` is its command line, `report` what it prints.
"""

from __future__ import annotations

import math
import os
import re
import shutil
import tempfile
import tokenize
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from farandole.verify import oracles, runs, scratch
from farandole.verify.oracles import Outcome, Verdict
from farandole.verify.scratch import CannotRun

__all__ = ["INSTALL", "CannotRun", "Options", "Outcome", "Report", "Verdict", "is_converted", "verify"]

INSTALL = (
    "install it into the environment of the script, for instance with: pip install cmake==3.26.4 && "
    "HOROVOD_WITH_TENSORFLOW=1 HOROVOD_WITH_GLOO=1 pip install --no-cache-dir --no-build-isolation horovod==0.28.1"
)
CPU = "-1"
"""The value of CUDA_VISIBLE_DEVICES that leaves no GPU."""

Convert = Callable[[Path], Mapping[Path, str]]
"""Gives the converted text of each file that the conversion of a script changes; empty when nothing is to be done."""


@dataclass(frozen=True)
class Options:
    """How a script is verified.

    `max_steps` of an optimizer (0: all), `arguments` of the script, `timeout` of one run in seconds; without `gpu` the
    runs see no GPU.
    """

    python: str
    processes: int = 2
    max_steps: int = 20
    arguments: tuple[str, ...] = ()
    timeout: float = 600
    gpu: bool = False


@dataclass(frozen=True)
class Report:
    """What was found of a script, in which environment."""

    script: Path
    environment: runs.Environment
    processes: int
    converted: tuple[Path, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def holds(self) -> bool:
        """Whether no oracle failed."""
        return all(outcome.verdict is not Verdict.FAILED for outcome in self.outcomes)


def verify(script: Path, convert: Convert, options: Options, progress: runs.Progress) -> Report:
    """Run a script and its conversion in scratch copies of its project, and judge what was seen.

    A script that imports Horovod was converted before: it is run as it is, alone. Raises CannotRun when the
    environment lacks TensorFlow or Horovod, or the original does not run; whatever `convert` raises; OSError when a
    file can't be read. No process of the runs is left in any case.
    """
    script = script.resolve(strict=True)
    project = scratch.project_folder(script)
    progress("looking for TensorFlow and Horovod", 0)
    environment = _environment(options.python)
    with tempfile.TemporaryDirectory(prefix="farandole-verify-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        return _Verification(script, project, folder, convert, options, environment, progress).report()


def _environment(python: str) -> runs.Environment:
    found = shutil.which(python)
    if found is None:
        raise CannotRun(f"no such interpreter: {python}")
    environment = runs.probe(os.path.abspath(found))
    if environment.tensorflow is None:
        raise CannotRun(f"{python} cannot import TensorFlow ({environment.problem}); choose another with --python")
    if environment.horovod is None:
        problem = f" ({environment.problem})" if environment.problem else ""
        raise CannotRun(f"{python} has no Horovod for TensorFlow{problem}; {INSTALL}")
    return environment


@dataclass(frozen=True)
class _Verification:
    """One verification: each run has a copy of the project in the scratch folder."""

    script: Path
    project: Path
    folder: Path
    convert: Convert
    options: Options
    environment: runs.Environment
    progress: runs.Progress

    def report(self) -> Report:
        distributed = self._run("conversion with -np", self.options.processes, converted=True, rank_seeds=True)
        scratch.copy_project(self.project, self._copy(distributed))
        copied = self._copy(distributed) / self.script.relative_to(self.project)
        texts = self._converted(copied)
        if texts is None:
            return self._reported(self._alone(distributed), {})
        return self._reported(self._beside_original(distributed, copied, texts), texts)

    def _reported(self, evidence: oracles.Evidence, texts: Mapping[Path, tuple[str, str]]) -> Report:
        outcomes = oracles.judge(evidence)
        return Report(self.script, self.environment, self.options.processes, tuple(texts), outcomes)

    def _converted(self, copied: Path) -> dict[Path, tuple[str, str]] | None:
        """Convert the copy; each changed file with its text before and after, or None where it was done before."""
        if is_converted(copied):
            return None
        changes = {path: text for path, text in self.convert(copied).items() if text != read(path)}
        if not changes:
            raise CannotRun(f"{self.script}: there is nothing to convert, and it does not use Horovod")
        texts = {path: (read(path), text) for path, text in changes.items()}
        for path, text in changes.items():
            write(path, text)
        return texts

    def _alone(self, distributed: runs.Run) -> oracles.Evidence:
        """Give the evidence for a script that was converted before."""
        before = self._before(distributed)
        (result,) = self._make(distributed)
        unknown = "the script was given converted: its original is not known"
        return oracles.Evidence(
            processes=self.options.processes,
            max_steps=self.options.max_steps,
            texts=None,
            again=None,
            original=None,
            single=None,
            distributed=result,
            in_order=None,
            larger=None,
            differences={2: self._between_ranks(result)},
            why_not={3: unknown, 4: unknown, 7: unknown},
            written=self._written(distributed, before, result),
        )

    def _beside_original(
        self, distributed: runs.Run, copied: Path, texts: Mapping[Path, tuple[str, str]]
    ) -> oracles.Evidence:
        again = {path: text for path, text in self.convert(copied).items() if text != read(path)}
        original = self._run("original", None, converted=False, exact=True)
        single = self._run("conversion with -np", 1, converted=True, exact=True)
        for run in (original, single):
            self._prepare(run, texts)
        before = self._before(distributed)
        first, second, result = self._make(original, single, distributed)
        if first.end is not runs.End.OK:
            raise CannotRun("the original " + "; ".join(oracles.how_it_failed(first)))
        if not first.ranks or first.ranks[0].observation is None:
            raise CannotRun("the original leaves its process before the end of the script, so nothing can be compared")
        differences = {2: self._between_ranks(result), 3: self._against_original(original, first, second, texts)}
        reason = oracles.why_no_larger_batch(first, second, result)
        in_order = larger = None
        if reason is None:
            in_order, larger, differences[4] = self._larger_batch(first, result, texts)
        return oracles.Evidence(
            processes=self.options.processes,
            max_steps=self.options.max_steps,
            texts=texts,
            again=again,
            original=first,
            single=second,
            distributed=result,
            in_order=in_order,
            larger=larger,
            differences=differences,
            why_not={} if reason is None else {4: reason},
            written=self._written(distributed, before, result),
        )

    def _run(self, name: str, processes: int | None, *, converted: bool, **changes: Any) -> runs.Run:
        """Describe a run with a copy and an output folder of its own, and what else is asked of it."""
        place = self.folder / f"{len(list(self.folder.iterdir()))}-{'converted' if converted else 'original'}"
        place.mkdir()
        copy = place / "project"
        working = Path.cwd()
        asked = runs.Asked(
            script=str(copy / self.script.relative_to(self.project)),
            arguments=self.options.arguments,
            project=str(copy),
            temporary=str(place / "tmp"),
            output=str(place / "output"),
            verifier=os.getpid(),
            devices=None if self.options.gpu else CPU,
            **{"max_steps": self.options.max_steps, **changes},
        )
        cwd = copy / working.relative_to(self.project) if working.is_relative_to(self.project) else copy
        title = name if processes is None else f"{name} {processes}"
        return runs.Run(title, asked, cwd, processes)

    def _copy(self, run: runs.Run) -> Path:
        return Path(run.asked.project)

    def _prepare(self, run: runs.Run, texts: Mapping[Path, tuple[str, str]]) -> None:
        """Copy the project for a run, with the converted texts where it is of the conversion."""
        scratch.copy_project(self.project, self._copy(run))
        if run.processes is not None:
            for path, (_, text) in texts.items():
                write(self._copy(run) / path.relative_to(self._converted_copy(path)), text)

    def _converted_copy(self, path: Path) -> Path:
        """Give the copy of the project that a converted file is in."""
        return next(parent for parent in path.parents if parent.parent.parent == self.folder)

    def _make(self, *made: runs.Run) -> list[runs.Result]:
        """Make runs: side by side, but one after another where they would share GPUs."""
        groups = [[run] for run in made] if self.options.gpu else [list(made)]
        return [
            result
            for group in groups
            for result in runs.run_all(self.environment, group, self.options.timeout, self.progress)
        ]

    def _before(self, run: runs.Run) -> scratch.Snapshot:
        """Give what is in the folders of a run before it is made."""
        Path(run.asked.temporary).mkdir()
        return scratch.snapshot(self._copy(run), Path(run.asked.temporary))

    def _written(self, run: runs.Run, before: scratch.Snapshot, result: runs.Result) -> dict[int, list[str]]:
        """Give what each rank but 0 wrote in a run."""
        project, temporary = self._copy(run), Path(run.asked.temporary)
        from_mode = scratch.made_with(UMASK_OF_OTHERS, before, project, temporary)
        # Modes tell only "not rank 0"; with more than two ranks the files are named with the first of them.
        return {
            rank.number: oracles.written_by(rank, project, temporary, from_mode if rank.number == 1 else [])
            for rank in result.ranks[1:]
        }

    def _between_ranks(self, result: runs.Result) -> list[dict[str, object]]:
        if any(rank.observation is None for rank in result.ranks) or not result.ranks:
            return []
        root, *others = result.ranks
        return runs.compare(self.environment.python, [(root.folder, other.folder) for other in others])

    def _against_original(
        self, original: runs.Run, first: runs.Result, second: runs.Result, texts: Mapping[Path, tuple[str, str]]
    ) -> list[dict[str, object]]:
        """Compare with the original; where they differ, also compare a second run of the original."""
        compared = self._compared(first, second) if second.end is runs.End.OK else []
        if any(oracles.differing(result, "") for result in compared):
            repeated = self._run("original once more", None, converted=False, exact=True)
            self._prepare(repeated, texts)
            (third,) = self._make(repeated)
            compared += self._compared(first, third)
        return compared

    def _larger_batch(
        self, first: runs.Result, result: runs.Result, texts: Mapping[Path, tuple[str, str]]
    ) -> tuple[runs.Result, runs.Result, list[dict[str, Any]]]:
        """Run the ranks without shuffling and equally seeded, beside the original for the same number of steps.

        The original takes the larger batch and the conversion's learning rate.
        """
        own, scaled = (oracles.observed(seen.ranks[0]) for seen in (first, result))
        factors = tuple(
            now / before if before else 1.0 for before, now in zip(own["rates"], scaled["rates"], strict=False)
        )
        asked: dict[str, Any] = {"in_order": True, "max_steps": oracles.comparable_steps(first, result)}
        several = self._run("unshuffled with -np", self.options.processes, converted=True, **asked)
        one = self._run(
            "original at the larger batch",
            None,
            converted=False,
            batch_factor=self.options.processes,
            rate_factors=tuple(1.0 if math.isclose(factor, 1.0, rel_tol=1e-6) else factor for factor in factors),
            **asked,
        )
        for run in (several, one):
            self._prepare(run, texts)
        in_order, larger = self._make(several, one)
        return in_order, larger, self._compared(larger, in_order)

    def _compared(self, one: runs.Result, other: runs.Result) -> list[dict[str, Any]]:
        """Compare the first ranks of two runs, if both have come to their ends."""
        if not all(run.ranks and run.ranks[0].observation is not None for run in (one, other)):
            return []
        return runs.compare(self.environment.python, [(one.ranks[0].folder, other.ranks[0].folder)])


UMASK_OF_OTHERS = 0o026
"""Of every rank but 0; the observer sets it."""


def is_converted(script: Path) -> bool:
    """Tell whether a script was distributed before: it imports Horovod.

    Raises OSError, SyntaxError or UnicodeDecodeError when it can't be read.
    """
    return re.search(r"^\s*(import|from)\s+horovod\b", read(script), re.MULTILINE) is not None


def read(path: Path) -> str:
    """Give the text of a Python file with its line ends, decoded as Python would."""
    with open(path, "rb") as file:
        encoding, _ = tokenize.detect_encoding(file.readline)
    return path.read_bytes().decode(encoding)


def write(path: Path, text: str) -> None:
    """Write a Python file in the encoding that its first lines name, with the line ends as they are in the text."""
    with open(path, "rb") as file:
        encoding, _ = tokenize.detect_encoding(file.readline)
    path.write_bytes(text.encode(encoding))
