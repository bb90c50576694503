"""One verification: which runs are made, each in a copy of the project, and what is compared."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from farandole.verify import runs, scratch
from farandole.verify.options import Options
from farandole.verify.oracles import larger_batch, messages, rank_zero
from farandole.verify.oracles.evidence import Evidence, Resumption, Setting, observed
from farandole.verify.oracles.resumption import one_host_decides
from farandole.verify.oracles.settings import failing
from farandole.verify.quick import Quick, modules, named_files
from farandole.verify.remedies import remedy
from farandole.verify.runs import Asked, End, Host, Launcher, Progress, Result, Run
from farandole.verify.scratch import CannotRun
from farandole.verify.servers import HASH_SEEDS
from farandole.verify.sources import is_converted, read, write

Convert = Callable[[Path], Mapping[Path, str]]
"""Gives the converted text of each file that the conversion of a script changes; empty when nothing is to be done."""

CPU = "-1"
"""The value of CUDA_VISIBLE_DEVICES that leaves no GPU."""

UMASK_OF_OTHERS = 0o026
"""Of every rank but 0; the observer sets it."""

HOSTS = 2
"""The hosts beside one another; what two do not share, more do not either."""

RESTORES = re.compile(
    r"\.restore\(|load_weights|load_model|latest_checkpoint|BackupAndRestore|MonitoredTrainingSession|model_dir|"
    r"checkpoint_dir|get_checkpoint_state|initial_epoch"
)
"""How a script goes on with what an earlier run has left."""

SLOWER = 4
"""How many times as long as the original, beside which it is run, a conversion has before it is taken to hang."""

UNKNOWN = "the script was given converted: its original is not known"

SET_BEFORE_IMPORT = re.compile(r"environ\W.{0,12}[\"'](?!TF_CPP_MIN_LOG_LEVEL)(TF2?_|KERAS_|XLA_)")
"""How a script sets what TensorFlow reads when it is imported."""


class OriginalFails(CannotRun):
    """The original does not come to its end, so there is nothing to compare with."""

    def __init__(self, result: Result, reason: str) -> None:
        super().__init__(reason)
        self.result = result


@dataclass(frozen=True)
class Conversion:
    """The files, below the project, that differ without Horovod and with it; and what a second conversion changes."""

    texts: Mapping[Path, tuple[str, str]]
    again: Mapping[Path, str]


def converted(script: Path, project: Path, folder: Path, convert: Convert) -> Conversion | None:
    """Convert a copy of a project, made in a folder; None for a script that was converted before.

    Raises CannotRun when there is nothing to convert, and whatever `convert` raises.
    """
    if is_converted(script):
        return None
    copy = folder / "project"
    scratch.copy_project(project, copy)
    copied = copy / script.relative_to(project)
    changes = {path: text for path, text in convert(copied).items() if text != read(path)}
    if not changes:
        raise CannotRun(f"{script}: there is nothing to convert, and it does not use Horovod")
    texts = {path.relative_to(copy): (read(path), text) for path, text in changes.items()}
    for path, text in changes.items():
        write(path, text)
    again = {path.relative_to(copy): text for path, text in convert(copied).items() if text != read(path)}
    return Conversion(texts, again)


def unconverted(script: Path, project: Path, removed: Mapping[Path, str]) -> Conversion:
    """Give the way back as the conversion of its result; raises CannotRun when it changes nothing, or elsewhere.

    `removed` has the text without Horovod of each file that changes.
    """
    if not removed:
        raise CannotRun(f"{script}: it does not use Horovod")
    outside = [path for path in removed if not path.is_relative_to(project)]
    if outside:
        raise CannotRun(f"{outside[0]} changes too, and is not in the project's folder {project}, of which copies run")
    return Conversion({path.relative_to(project): (text, read(path)) for path, text in removed.items()}, {})


def too_slow(original: Result, conversions: Iterable[Result]) -> str | None:
    """Say so where a conversion that was ended may only have been slow: it had less than SLOWER times as long."""
    for result in conversions:
        if result.end is End.HUNG and result.seconds < SLOWER * original.seconds:
            said = "; ".join(messages.how_it_failed(result)[1:])
            return (
                f"the conversion is not done after {result.seconds:.0f} s, and the original took "
                f"{original.seconds:.0f} s beside it: give them more time with --timeout ({said})"
            )
    return None


def half(whole: Result) -> dict[str, Any]:
    """Give what a run is asked for that is ended after its first epoch, or after half of the steps of a whole one."""
    steps = max((max(observed(rank)["steps"], default=0) for rank in whole.ranks), default=0)
    return {"interrupted": True, "max_steps": max(1, steps // 2)}


def preloadable(project: Path) -> bool:
    """Tell whether no module of a project sets what TensorFlow reads when it is imported."""
    for path in scratch.files_of(project):
        if path.suffix == ".py" and path.is_file():
            text = path.read_bytes().decode("utf-8", "replace")
            if SET_BEFORE_IMPORT.search(text):
                return False
    return True


@dataclass(frozen=True)
class Verification:
    """The runs of one verification: each has a copy of the project, for each of its hosts, in the scratch folder."""

    script: Path
    project: Path
    folder: Path
    conversion: Conversion | None
    options: Options
    launcher: Launcher
    progress: Progress
    quick: Quick | None = None

    def evidence(self) -> Evidence:
        """Make the runs; raises CannotRun when the original does not run."""
        np = self.options.processes
        distributed = [self._run("conversion with -np", np, rank_seeds=True)]
        if np >= HOSTS:
            distributed.append(self._run_on_hosts(HASH_SEEDS))
        before = self._snapshots(distributed)
        if self.conversion is None:
            results = self._make(*distributed)
            alone = Evidence(np, self.options.max_steps, results[0], why_not=dict.fromkeys((3, 4, 7, 10), UNKNOWN))
            return self._settings(distributed, before, results, alone)
        original = self._run("original", None, exact=True)
        single = self._run("conversion with -np", 1, exact=True)
        first, second, *results = self._make(original, single, *distributed, needed=original)
        if first.end is not End.OK:
            raise OriginalFails(first, self._why_it_failed(first))
        if not first.ranks or first.ranks[0].observation is None:
            raise CannotRun("the original leaves its process before the end of the script, so nothing can be compared")
        lacking = "" if any(observed(first.ranks[0])["steps"]) else self._lacking(first)
        if lacking:
            last = first.ranks[0].last_line or "none"
            raise CannotRun(f"the original trains nothing: it ends without a step, its last line is: {last}{lacking}")
        slow = too_slow(first, (second, *results))
        if slow is not None:
            raise CannotRun(slow)
        beside = Evidence(
            processes=np,
            max_steps=self.options.max_steps,
            texts=self.conversion.texts,
            again=self.conversion.again,
            original=first,
            single=second,
            distributed=results[0],
            differences={3: self._against_original(first, second)},
        )
        return self._resumption(self._larger_batch(self._settings(distributed, before, results, beside)))

    def evidence_of_removal(self) -> Evidence:
        """Run the script without Horovod and as one process with it; raises CannotRun when the latter does not run."""
        assert self.conversion is not None
        without = self._run("without Horovod", None, exact=True)
        beside = self._run("with Horovod, -np", 1, exact=True)
        first, second = self._make(without, beside)
        if second.end is not End.OK:
            raise OriginalFails(second, self._why_it_failed(second, "the script with Horovod"))
        evidence = Evidence(1, self.options.max_steps, second, self.conversion.texts, original=first, single=second)
        return replace(evidence, differences={3: self._against_original(first, second) if first.end is End.OK else []})

    def _why_it_failed(self, result: Result, what: str = "the original") -> str:
        """Say how what is known to be right failed, and what it needs."""
        said = messages.how_it_failed(result)
        if result.end is End.HUNG:
            said[0] = f"is not done after {result.seconds:.0f} s (--timeout gives it more)"
        reason = f"{what} {'; '.join(said)}"
        observation = next((rank.observation for rank in result.ranks if rank.observation is not None), None)
        environment = self.launcher.environment
        error = observation.get("error", "") if observation is not None else ""
        said_of_it = remedy(error, environment.python, environment.tensorflow)
        return reason + (f"; {said_of_it}" if said_of_it is not None else "") + self._lacking(result)

    def _lacking(self, result: Result) -> str:
        """Say which files a run looked for, or its script names, that are not there; nothing where there are none."""
        observation = next((rank.observation for rank in result.ranks if rank.observation is not None), None)
        needs = dict(observation["needs"]) if observation is not None else {}
        folder = result.ranks[0].folder.parents[1] / "host-0" / "project"
        shown = {
            path if "://" in path else rank_zero.shown(Path(path), folder, folder): place
            for path, place in needs.items()
        }
        trees = [tree for _, tree in modules(self.script)]
        for name in named_files(trees, self.script.parent):
            shown.setdefault(name, "named in the script")
        if not shown:
            return ""
        files = ", ".join(f"{name} ({place})" for name, place in shown.items())
        how = "bring a small sample of them with --data FOLDER" if self.quick else "they are needed to run it"
        return f"; these files are looked for or named, and are not there: {files}; {how}"

    def _settings(
        self, made: Sequence[Run], before: Mapping[Host, scratch.Snapshot], results: Sequence[Result], beside: Evidence
    ) -> Evidence:
        """Add the runs on one host and on two; where it fails on two, it is repeated with equal hash seeds."""
        one, *two = (self._setting(run, before, result) for run, result in zip(made, results, strict=True))
        evidence = replace(
            beside,
            differences={**beside.differences, 2: one.between_ranks},
            written=one.written,
            on_hosts=two[0] if two else None,
        )
        if not two or not failing(evidence, two[0]):
            return evidence
        run = self._run_on_hosts((0,))
        before = self._snapshots([run])
        (result,) = self._make(run)
        return replace(evidence, on_hosts_equally_hashed=self._setting(run, before, result))

    def _run_on_hosts(self, hash_seeds: tuple[int, ...]) -> Run:
        name = "conversion on two hosts with -np"
        return self._run(name, self.options.processes, hosts=HOSTS, hash_seeds=hash_seeds, rank_seeds=True)

    def _setting(self, run: Run, before: Mapping[Host, scratch.Snapshot], result: Result) -> Setting:
        return Setting(result, self._between_ranks(result), self._written(run, before, result))

    def _run(
        self, name: str, processes: int | None, *, hosts: int = 1, hash_seeds: tuple[int, ...] = (0,), **changes: Any
    ) -> Run:
        """Describe a run and make its copies of the project, with Horovod where it has processes of that."""
        place = self.folder / f"{len(list(self.folder.iterdir()))}-{'original' if processes is None else 'converted'}"
        own = tuple(Host(place / f"host-{n}" / "project", place / f"host-{n}" / "tmp") for n in range(hosts))
        for host in own:
            scratch.copy_project(self.project, host.project)
            if self.options.data is not None:
                scratch.lay_over(self.options.data, host.project / self._within())
            host.temporary.mkdir()
            for path, (without, beside) in self.conversion.texts.items() if self.conversion is not None else ():
                write(host.project / path, without if processes is None else beside)
        asked = Asked(
            script=str(self.script.relative_to(self.project)),
            arguments=self.options.arguments,
            working=str(self._within()),
            hosts=own,
            output=place / "output",
            verifier=os.getpid(),
            devices=None if self.options.gpu else CPU,
            quick=None if self.quick is None else self.quick.asked(),
            data=self.options.data is not None,
            tensorflow1=self.quick is not None and self.quick.tensorflow1,
            **{"max_steps": self.options.max_steps, **changes},
        )
        return Run(name if processes is None else f"{name} {processes}", asked, processes, hash_seeds)

    def _within(self) -> Path:
        """Give the folder below the project in which the script is run: this command's own, if it is there."""
        working = Path.cwd()
        return working.relative_to(self.project) if working.is_relative_to(self.project) else Path(".")

    def _make(self, *made: Run, needed: Run | None = None) -> list[Result]:
        """Make runs: side by side, but one after another where they would share GPUs.

        Those that are beside the one that is `needed` are ended when that fails.
        """
        groups = [[run] for run in made] if self.options.gpu else [list(made)]
        return [
            result
            for group in groups
            for result in runs.run_all(self.launcher, group, self.options.timeout, self.progress, needed)
        ]

    def _snapshots(self, made: Iterable[Run]) -> dict[Host, scratch.Snapshot]:
        """Give what is in the folders of each host before runs are made."""
        return {host: scratch.snapshot(host.project, host.temporary) for run in made for host in run.asked.hosts}

    def _written(self, run: Run, before: Mapping[Host, scratch.Snapshot], result: Result) -> dict[int, list[str]]:
        """Give what each rank but 0 wrote, apart from the inputs that it prepared for another host than rank 0's."""
        written = {}
        named = {run.asked.hosts[0]: 1}  # modes tell only "not rank 0": the first of a host's others is named
        for rank in result.ranks[1:]:
            host = run.host(rank.number)
            first = named.setdefault(host, rank.number) == rank.number
            made = scratch.made_with(UMASK_OF_OTHERS, before[host], host.project, host.temporary) if first else []
            paths = rank_zero.written_by(rank, (host.project, host.temporary), made)
            if host is not run.asked.hosts[0]:
                read = (rank.observation or {"read_back": []})["read_back"]
                paths = [path for path in paths if str(path) not in read and not scratch.was_read(path)]
            written[rank.number] = [rank_zero.shown(path, host.project, host.temporary) for path in paths]
        return written

    def _between_ranks(self, result: Result) -> list[dict[str, object]]:
        if any(rank.observation is None for rank in result.ranks) or not result.ranks:
            return []
        root, *others = result.ranks
        return runs.compare(self.launcher.environment.python, [(root.folder, other.folder) for other in others])

    def _against_original(self, first: Result, second: Result) -> list[dict[str, object]]:
        """Compare with the original; where they differ, also compare a second run of the original."""
        compared = self._compared(first, second) if second.end is End.OK else []
        if any(messages.differing(result, "") for result in compared):
            (third,) = self._make(self._run("original once more", None, exact=True))
            compared += self._compared(first, third)
        return compared

    def _larger_batch(self, evidence: Evidence) -> Evidence:
        """Add the runs of the ranks without shuffling and equally seeded, beside the original for as many steps.

        The original takes the larger batch and the conversion's learning rate.
        """
        assert evidence.original is not None and evidence.single is not None
        first, result = evidence.original, evidence.distributed
        reason = larger_batch.why_no_larger_batch(first, evidence.single, result)
        if reason is not None:
            return replace(evidence, why_not={**evidence.why_not, 4: reason})
        own, scaled = (observed(seen.ranks[0]) for seen in (first, result))
        factors = tuple(
            now / before if before else 1.0 for before, now in zip(own["rates"], scaled["rates"], strict=False)
        )
        asked: dict[str, Any] = {"in_order": True, "max_steps": larger_batch.comparable_steps(first, result)}
        several = self._run("unshuffled with -np", self.options.processes, **asked)
        one = self._run(
            "original at the larger batch",
            None,
            batch_factor=self.options.processes,
            rate_factors=tuple(1.0 if math.isclose(factor, 1.0, rel_tol=1e-6) else factor for factor in factors),
            **asked,
        )
        in_order, larger = self._make(several, one)
        differences = {**evidence.differences, 4: self._compared(larger, in_order)}
        return replace(evidence, in_order=in_order, larger=larger, differences=differences)

    def _resumption(self, evidence: Evidence) -> Evidence:
        """Add the runs that are ended after their first epoch and started again."""
        reason = self._why_not_resumed(evidence)
        if reason is not None:
            return replace(evidence, why_not={**evidence.why_not, 10: reason})
        assert evidence.original is not None
        one = self._run("original, ended after its first epoch", None, **half(evidence.original))
        two = self._run_of_resumption(HOSTS, evidence.distributed)
        _, interrupted = self._make(one, two)
        second, third = self._again(one), self._again(two)
        original, result = self._make(second, third)
        again = Setting(result, self._between_ranks(result), {})
        evidence = replace(evidence, original_again=original, resumed_on_hosts=Resumption(interrupted, again))
        if not one_host_decides(evidence):
            return evidence
        two = self._run_of_resumption(1, evidence.distributed)
        (interrupted,) = self._make(two)
        (result,) = self._make(self._again(two))
        again = Setting(result, self._between_ranks(result), {})
        return replace(evidence, resumed_on_one_host=Resumption(interrupted, again))

    def _why_not_resumed(self, evidence: Evidence) -> str | None:
        assert evidence.original is not None
        if self.options.processes < HOSTS:
            return "one process is no distributed run"
        if not any(RESTORES.search(text) for text, _ in modules(self.script)):
            return "the script restores nothing"
        if evidence.distributed.end is not End.OK:
            return "the conversion does not run"
        if not any(observed(evidence.original.ranks[0])["steps"]):
            return "no optimizer step was seen"
        return None

    def _run_of_resumption(self, hosts: int, whole: Result) -> Run:
        name = "conversion, ended after its first epoch, with -np"
        return self._run(name, self.options.processes, hosts=hosts, rank_seeds=True, **half(whole))

    def _again(self, run: Run) -> Run:
        """Describe a run that is started again in the folders of another."""
        asked = replace(
            run.asked,
            output=run.output.with_name("output-again"),
            interrupted=False,
            max_steps=self.options.max_steps,
        )
        return replace(run, name=run.name.replace("ended after its first epoch", "started again"), asked=asked)

    def _compared(self, one: Result, other: Result) -> list[dict[str, Any]]:
        """Compare the first ranks of two runs, if both have come to their ends."""
        if not all(run.ranks and run.ranks[0].observation is not None for run in (one, other)):
            return []
        python = self.launcher.environment.python
        return runs.compare(python, [(one.ranks[0].folder, other.ranks[0].folder)])
