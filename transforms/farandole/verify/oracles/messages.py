"""What was seen of runs, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from farandole.verify.oracles.evidence import observed
from farandole.verify.runs import End, Result

SHOWN = 5
"""How many lines, files or variables are named before the rest is counted."""


def join(numbers: Sequence[int]) -> str:
    """Give counts of several optimizers in words."""
    return " and ".join(map(str, numbers))


def steps_text(run: Result) -> str:
    """How many steps each rank of a run took."""
    steps = [join(observed(rank)["steps"]) or "0" for rank in run.ranks if rank.observation is not None]
    if len(set(steps)) == 1:
        return f"{steps[0]} steps" + (" on each rank" if len(run.ranks) > 1 else "")
    return ", ".join(f"{taken} steps on rank {number}" for number, taken in enumerate(steps))


def how_it_failed(run: Result) -> list[str]:
    """Give a crash or a hang in words, with the last line of each rank."""
    if run.end is End.HUNG:
        lines = [f"hung: it was ended after {run.seconds:.0f} s"]
        for rank in run.ranks:
            if rank.observation is not None:
                taken = join(observed(rank)["steps"]) or "0"
                lines.append(f"rank {rank.number} had come to its end after {taken} steps")
                continue
            where = f" stood at {rank.stood};" if rank.stood else ""
            lines.append(f"rank {rank.number}{where} last line: {rank.last_line or 'none'}")
        return lines
    lines = [f"crashed with status {run.status}"]
    for rank in run.ranks:
        seen = rank.observation or {}
        said = essence(seen["error"]) if "error" in seen else f"last line: {rank.last_line or 'none'}"
        if seen.get("line"):
            said = f"{seen['line']}: {said}"
        lines.append(f"rank {rank.number}: {said}")
    if not run.ranks:
        lines.extend(run.launcher[-SHOWN:])
    return lines


PLACES = ("Detected at node", "File ", "Node:", "[[")
"""How TensorFlow begins the lines of an error that only say where."""


def essence(error: str) -> str:
    """Give the first line of an error and the first that says what Horovod met, cut where they are very long.

    Where nothing is said of Horovod and the first line only announces what follows, it is the last that says more, or
    the one below the node of a graph.
    """
    lines = [line.strip() for line in error.splitlines() if line.strip()]
    told = [line for line in lines[1:] if not line.startswith(PLACES)]
    further = [line for line in told if "horovod" in line.lower()][:1]
    nodes = [number for number, line in enumerate(lines[:-1]) if line.startswith("Node:")]
    if not further and nodes:
        further = [lines[nodes[0] + 1]]
    if not further and error.strip().partition("\n")[0].endswith(":"):
        further = told[-1:]
    return " … ".join(line[:300] for line in lines[:1] + further)


def some(lines: Sequence[str]) -> list[str]:
    """Give the first few lines, and how many more there are."""
    more = [f"and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
    return [*lines[:SHOWN], *more]


def differing(compared: Mapping[str, Any], other: str) -> list[str]:
    """Give a line for each variable that differs, and by how much."""
    if compared["others"] is not None:
        return [f"{other} has other variables: {len(compared['others'])} instead of {compared['count']}"]
    return [f"{one['name']} differs on {other} by up to {one['most']:.3g}" for one in compared["different"]]
