"""Prove a conversion, or the way back, by running both sides of it, observed, and the oracles that must hold.

`verify` and `verify_removal` do it all; `command` is the command line, `report` what it prints. `verification` tells
which runs are made, `runs` and `servers` make them, `observer` looks into them, and `oracles` judges what was seen.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from farandole.verify import oracles, runs, scratch
from farandole.verify.options import Options
from farandole.verify.oracles.evidence import Evidence, Outcome, Verdict
from farandole.verify.quick import EPOCHS, STEPS, Quick, plan_quick
from farandole.verify.scratch import CannotRun
from farandole.verify.servers import Environment, Servers
from farandole.verify.sources import is_converted
from farandole.verify.verification import (
    CPU,
    Conversion,
    Convert,
    OriginalFails,
    Verification,
    converted,
    preloadable,
    unconverted,
)

__all__ = [
    "INSTALL",
    "CannotRun",
    "Convert",
    "Options",
    "Outcome",
    "Report",
    "Verdict",
    "is_converted",
    "verify",
    "verify_removal",
]

INSTALL = (
    "install it into the environment of the script, for instance with: pip install cmake==3.26.4 && "
    "HOROVOD_WITH_TENSORFLOW=1 HOROVOD_WITH_GLOO=1 pip install --no-cache-dir --no-build-isolation horovod==0.28.1"
)


@dataclass(frozen=True)
class Report:
    """What was found of a script, in which environment; of a `quick` proof, also what was replaced in the runs."""

    script: Path
    environment: Environment
    processes: int
    converted: tuple[Path, ...]
    outcomes: tuple[Outcome, ...]
    quick: tuple[str, ...] | None = None

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

    def prepared(script: Path, project: Path, folder: Path) -> Conversion | None:
        return converted(script, project, folder, convert)

    return _report(script, _Proof(prepared, Verification.evidence, oracles.ORACLES), options, progress)


def verify_removal(script: Path, removed: Mapping[Path, str], options: Options, progress: runs.Progress) -> Report:
    """Run a script without Horovod and as one process with it, in scratch copies of its project, and compare them.

    `removed` has the text without Horovod of each file that changes. Raises CannotRun when the environment lacks
    TensorFlow or Horovod, or the script does not run with it; OSError when a file can't be read.
    """

    def prepared(script: Path, project: Path, folder: Path) -> Conversion:
        return unconverted(script, project, removed)

    proof = _Proof(prepared, Verification.evidence_of_removal, oracles.OF_REMOVALS)
    return _report(script, proof, replace(options, processes=1), progress)


@dataclass(frozen=True)
class _Proof:
    """What is run, with the texts that `prepare` gives of a script, its project and a folder; and what judges it."""

    prepare: Callable[[Path, Path, Path], Conversion | None]
    gather: Callable[[Verification], Evidence]
    judges: oracles.Oracles


def _report(script: Path, proof: _Proof, options: Options, progress: runs.Progress) -> Report:
    script = script.resolve(strict=True)
    project = scratch.project_folder(script)
    python = _interpreter(options.python)
    plan = _quick(script, options)
    progress("looking for TensorFlow and Horovod", 0)
    with tempfile.TemporaryDirectory(prefix="farandole-verify-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        (folder / "conversion").mkdir()
        with Servers(python, folder, runs.settings(None if options.gpu else CPU)) as servers:
            conversion = proof.prepare(script, project, folder / "conversion")
            environment = servers.environment()
            _check(environment)
            launcher = runs.Launcher(environment, servers.sockets if preloadable(project) else {})
            verification = Verification(script, project, folder, conversion, options, launcher, progress, plan)
            try:
                evidence = proof.gather(verification)
            except OriginalFails as failing:
                if plan is None or not _had_synthetic_data(failing):
                    raise
                # It may count on the published sizes, as in `x_train.reshape(60000, 784)`.
                plan = replace(plan, rows=None)
                evidence = proof.gather(replace(verification, quick=plan))
    changed = () if conversion is None else tuple(conversion.texts)
    said = None if plan is None else _replaced(plan, evidence)
    return Report(script, environment, options.processes, changed, oracles.judge(evidence, proof.judges), said)


def _quick(script: Path, options: Options) -> Quick | None:
    """Plan what a quick proof replaces."""
    if not options.quick:
        return None
    if options.data is not None and not options.data.is_dir():
        raise CannotRun(f"--data {options.data}: no such folder")
    return plan_quick(script, options.processes, options.replacements)


def _had_synthetic_data(failing: OriginalFails) -> bool:
    return any(rank.observation is not None and rank.observation["replaced"] for rank in failing.result.ranks)


def _replaced(plan: Quick, evidence: Evidence) -> tuple[str, ...]:
    """Say what a quick proof replaced in the runs."""
    run = evidence.original or evidence.distributed
    said = [line for rank in run.ranks[:1] if rank.observation is not None for line in rank.observation["replaced"]]
    if plan.tensorflow1:
        said.append("tensorflow: tensorflow.compat.v1, since the script is written for TensorFlow 1")
    if any(rank.observation is not None and rank.observation["loops"]["cut"] for rank in run.ranks):
        said.append(f"loops: ended after {EPOCHS} epochs, or {STEPS} steps shared by the processes")
    return tuple(said)


def _interpreter(python: str) -> str:
    found = shutil.which(python)
    if found is None:
        raise CannotRun(f"no such interpreter: {python}")
    return os.path.abspath(found)


def _check(environment: Environment) -> None:
    """Raise CannotRun for an interpreter that lacks what the runs need."""
    python = environment.python
    if environment.tensorflow is None:
        raise CannotRun(f"{python} cannot import TensorFlow ({environment.problem}); choose another with --python")
    if environment.horovod is None:
        problem = f" ({environment.problem})" if environment.problem else ""
        raise CannotRun(f"{python} has no Horovod for TensorFlow{problem}; {INSTALL}")
