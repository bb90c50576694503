"""What the oracles judge, and what they say of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from farandole.verify.runs import Rank, Result


class Verdict(Enum):
    """What was found of an oracle."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True)
class Outcome:
    """The verdict of one oracle, and why."""

    number: int
    title: str
    verdict: Verdict
    details: tuple[str, ...]


Judgement = tuple[Verdict, Sequence[str]]


@dataclass(frozen=True)
class Setting:
    """A further run of the conversion in another setting.

    `between_ranks` are the answers of `runs.compare`, and `written` what each rank but 0 wrote that was its own.
    """

    result: Result
    between_ranks: Sequence[Mapping[str, Any]]
    written: Mapping[int, Sequence[str]]


@dataclass(frozen=True)
class Resumption:
    """A run that was ended after its first epoch, and the one that was started again in its folders."""

    interrupted: Result
    again: Setting


@dataclass(frozen=True)
class Evidence:
    """All that was seen, for the oracles to judge.

    `texts`: the text of each file that the conversion changed, before and after; `again`: what a second conversion
    would change; both None for a script that was given converted. A run that was not made is None, and `why_not` tells
    why, by oracle. `differences` are the answers of `runs.compare`, by oracle; `written` is what each rank but 0 wrote.
    On two hosts the ranks have different hash seeds; where something fails then, the run is repeated with equal ones.
    """

    processes: int
    max_steps: int
    distributed: Result
    texts: Mapping[Path, tuple[str, str]] | None = None
    again: Mapping[Path, str] | None = None
    original: Result | None = None
    single: Result | None = None
    in_order: Result | None = None
    larger: Result | None = None
    differences: Mapping[int, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    why_not: Mapping[int, str] = field(default_factory=dict)
    written: Mapping[int, Sequence[str]] = field(default_factory=dict)
    on_hosts: Setting | None = None
    on_hosts_equally_hashed: Setting | None = None
    original_again: Result | None = None
    resumed_on_hosts: Resumption | None = None
    resumed_on_one_host: Resumption | None = None


def observed(rank: Rank) -> dict[str, Any]:
    """Give the observation of a rank that came to its end."""
    assert rank.observation is not None
    return rank.observation


def was_cut(run: Result) -> bool:
    """Whether a rank was stopped before the script's own end."""
    return any(rank.observation is not None and rank.observation["ended"] == "stopped" for rank in run.ranks)
