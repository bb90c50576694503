"""The oracles of a converted script: what must hold of its runs (none of them needs a reference conversion)."""

from __future__ import annotations

import ast
import io
import math
import os
import re
import tokenize
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain, combinations
from pathlib import Path
from typing import Any

from farandole.verify.runs import End, Rank, Result

SHOWN = 5
"""How many lines, files or variables are named before the rest is counted."""

TOLERANCE = 1e-5
"""How far apart a variable may be beside the larger batch, as a part of its length; rounding leads to 1e-7."""

LIBRARY_LINE = re.compile(
    r"""^\d{4}-\d\d-\d\d\ \d\d:\d\d:\d\d\.\d+:\ [IWEF]\   # TensorFlow, from C++
      | ^\[\d{4}-\d\d-\d\d\ \d\d:\d\d:\d\d\.\d+:\ [TDIWEF]\ # Horovod
      | ^[IWEF]\d{4}\ \d\d:\d\d:\d\d\.\d+\ +\d+\            # the libraries below
      | ^WARNING:\ All\ log\ messages\ before\ absl
      | ^WARNING:(absl|tensorflow):
      | ^To\ enable\ the\ following\ instructions
    """,
    re.VERBOSE,
)
"""Lines that the libraries write by themselves; a script prints none of them."""

SORTED_SET = "() == 1 else sorted)("
"""How a conversion reads a set in an order that all processes have."""

CACHES = (".cache", ".config", ".keras/keras.json")
"""What libraries keep for themselves in the home folder."""


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


TITLES = {
    1: "compiles, and ends under horovodrun",
    2: "variables equal on all ranks",
    3: "-np 1 equals the original, bit for bit",
    4: "{np} ranks at batch B follow one at {np}B",
    5: "ranks but 0 print and write nothing",
    6: "work and samples are divided",
    7: "a second conversion changes nothing",
}


@dataclass(frozen=True)
class Evidence:
    """All that was seen, for the oracles to judge.

    `texts`: the converted text of each file that the conversion changed, with the original text; `again`: what a second
    conversion would change; both None for a script that was given converted. A run that was not made is None, and
    `why_not` tells why, by oracle. `differences` are the answers of `runs.compare`, by oracle.
    """

    processes: int
    max_steps: int
    texts: Mapping[Path, tuple[str, str]] | None
    again: Mapping[Path, str] | None
    original: Result | None
    single: Result | None
    distributed: Result
    in_order: Result | None
    larger: Result | None
    differences: Mapping[int, Sequence[Mapping[str, Any]]]
    why_not: Mapping[int, str]
    written: Mapping[int, Sequence[str]]


def judge(evidence: Evidence) -> tuple[Outcome, ...]:
    """Give the verdicts of all seven oracles."""
    outcomes = []
    for number, oracle in ORACLES.items():
        if number in evidence.why_not:
            judgement: Judgement = (Verdict.NOT_APPLICABLE, [evidence.why_not[number]])
        else:
            judgement = oracle(evidence)
        verdict, details = judgement
        outcomes.append(Outcome(number, TITLES[number].format(np=evidence.processes), verdict, tuple(details)))
    return tuple(outcomes)


Judgement = tuple[Verdict, Sequence[str]]


def ends(evidence: Evidence) -> Judgement:
    """Oracle 1: every converted file compiles, and the distributed run ends with 0 in bounded time."""
    for path, (_, text) in (evidence.texts or {}).items():
        try:
            ast.parse(text)
        except SyntaxError as problem:
            return Verdict.FAILED, [f"{path.name}, line {problem.lineno}: {problem.msg}"]
    run = evidence.distributed
    if run.end is End.OK:
        cut = " (all were stopped after --max-steps)" if was_cut(run) else ""
        return Verdict.PASSED, [f"{run.seconds:.0f} s, {steps_text(run)}{cut}"]
    return Verdict.FAILED, how_it_failed(run)


def equal_on_ranks(evidence: Evidence) -> Judgement:
    """Oracle 2: each trainable variable has the same value on every rank."""
    if any(rank.observation is None for rank in evidence.distributed.ranks):
        return Verdict.NOT_APPLICABLE, ["the run did not come to its end on every rank"]
    compared = evidence.differences[2]
    if not compared or not compared[0]["count"]:
        return Verdict.NOT_APPLICABLE, ["no trainable variable was seen"]
    problems = [problem for rank, result in enumerate(compared, 1) for problem in differing(result, f"rank {rank}")]
    known = evidence.differences.get(3)
    if not (known and known[0]["not_finite"]):
        problems += [f"{name} is not a number any more" for name in compared[0]["not_finite"]]
    if problems:
        return Verdict.FAILED, some(problems)
    return Verdict.PASSED, [f"{compared[0]['count']} variables"]


def equals_original(evidence: Evidence) -> Judgement:
    """Oracle 3: with one process the final variables are those of the original."""
    original, single = evidence.original, evidence.single
    assert original is not None and single is not None
    if single.end is not End.OK or not evidence.differences[3]:
        return Verdict.FAILED, ["with one process the conversion " + line for line in how_it_failed(single)]
    compared, *repeated = evidence.differences[3]
    if not compared["count"]:
        return Verdict.NOT_APPLICABLE, ["no trainable variable was seen"]
    problems = differing(compared, "the conversion")
    if not problems:
        return Verdict.PASSED, [f"{compared['count']} variables, {steps_text(single)}"]
    if repeated and differing(repeated[0], "a second run"):
        return Verdict.NOT_APPLICABLE, [
            "two runs of the original with the same seed do not end alike",
            *some(differing(repeated[0], "its second run")),
        ]
    return Verdict.FAILED, some(problems)


def follows_larger_batch(evidence: Evidence) -> Judgement:
    """Oracle 4: the distributed run ends where one process does that takes the union of the ranks' batches."""
    in_order, larger = evidence.in_order, evidence.larger
    assert in_order is not None and larger is not None
    if any(SORTED_SET in converted for _, converted in (evidence.texts or {}).values()):
        return Verdict.NOT_APPLICABLE, ["sets are sorted where there are several processes, and number other things"]
    for name, run in (("the ranks", in_order), ("the original at the larger batch", larger)):
        if run.end is not End.OK or any(rank.observation is None for rank in run.ranks):
            return Verdict.NOT_APPLICABLE, [f"{name}, without shuffling, " + how_it_failed(run)[0]]
    assert evidence.original is not None
    reason = why_not_comparable(in_order, larger, comparable_batches(evidence.original, evidence.processes))
    if reason:
        return Verdict.NOT_APPLICABLE, [reason]
    compared = evidence.differences[4][0]
    problems = [one for one in compared["different"] if not one["distance"] <= tolerance(one)]
    if compared["others"] is not None or problems:
        return Verdict.FAILED, some(differing({**compared, "different": problems}, "the larger batch"))
    return Verdict.PASSED, [f"{compared['count']} variables after {steps_text(in_order)}"]


def tolerance(one: Mapping[str, Any]) -> float:
    """Give how far a variable may be apart in one process and in several, by its length and its number of elements."""
    allowed: float = TOLERANCE * (one["length"] + 0.1 * math.sqrt(one["elements"]))
    return allowed


def silent(evidence: Evidence) -> Judgement:
    """Oracle 5: only rank 0 prints and writes."""
    problems = []
    broken = []
    for rank in evidence.distributed.ranks[1:]:
        lines = [*own_lines(rank.stdout), *own_lines(rank.stderr)]
        if rank.observation is None or rank.observation["ended"] == "raised":
            # What an error prints is not the script's; what was written before it counts.
            broken.append(f"rank {rank.number} did not come to its end")
            lines = []
        problems += [f"rank {rank.number} printed: {line[:120]}" for line in lines[:SHOWN]]
        if len(lines) > SHOWN:
            problems.append(f"rank {rank.number} printed {len(lines) - SHOWN} lines more")
        problems += some([f"rank {rank.number} wrote {path}" for path in evidence.written[rank.number]])
    if problems:
        return Verdict.FAILED, problems
    return (Verdict.NOT_APPLICABLE, broken) if broken else (Verdict.PASSED, [])


def own_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines that no library wrote; one that begins with a tab belongs to the line before."""
    library = False
    for line in lines:
        library = bool(LIBRARY_LINE.match(line)) or (library and line.startswith("\t"))
        if not library:
            yield line


def divided(evidence: Evidence) -> Judgement:
    """Oracle 6: each rank does its share of the steps, and no sample is seen by two ranks."""
    distributed, np = evidence.distributed, evidence.processes
    if distributed.end is not End.OK:
        return Verdict.NOT_APPLICABLE, ["the run did not come to its end on every rank"]
    steps = [observed(rank)["steps"] for rank in distributed.ranks]
    if not any(steps[0]):
        return Verdict.NOT_APPLICABLE, ["no optimizer step was seen"]
    if any(other != steps[0] for other in steps):
        return Verdict.FAILED, [f"rank {number} took {taken} steps" for number, taken in enumerate(map(join, steps))]
    problems, said = [], []
    if evidence.original is None:
        said.append("the original's steps are not known")
    elif was_cut(evidence.original) or was_cut(distributed):
        said.append(f"steps were cut at {evidence.max_steps}: a larger --max-steps would show whether they are divided")
    else:
        whole = observed(evidence.original.ranks[0])["steps"]
        epochs = passes(evidence.original.ranks[0])
        lost_at_most = np * epochs * len(steps[0])
        if len(whole) != len(steps[0]) or any(
            abs(np * share - all_of_them) > np * epochs for share, all_of_them in zip(steps[0], whole, strict=True)
        ):
            problems.append(f"each rank took {join(steps[0])} steps, the original {join(whole)}")
        elif together(distributed.ranks) < together(evidence.original.ranks) - lost_at_most * largest_batch(
            distributed
        ):
            problems.append(
                f"the ranks saw {together(distributed.ranks)} samples together, "
                f"the original {together(evidence.original.ranks)}"
            )
        else:
            said.append(f"{join(steps[0])} steps each, the original {join(whole)}")
    if any(not streams(rank) for rank in distributed.ranks):
        said.append("the samples were not seen: they come from no dataset, `fit`, feed or compiled step")
    else:
        problems += shared_samples(distributed.ranks, said)
    return (Verdict.FAILED, problems) if problems else (Verdict.PASSED, said)


def changes_nothing_more(evidence: Evidence) -> Judgement:
    """Oracle 7: the conversion of the conversion is itself, and what was not converted is as it was."""
    assert evidence.texts is not None and evidence.again is not None
    problems = [f"a second conversion changes {path.name}" for path in evidence.again]
    for path, (original, converted) in evidence.texts.items():
        problems += [f"{path.name}: {problem}" for problem in lost(original, converted)]
    return (Verdict.FAILED, some(problems)) if problems else (Verdict.PASSED, [])


ORACLES: Mapping[int, Callable[[Evidence], Judgement]] = {
    1: ends,
    2: equal_on_ranks,
    3: equals_original,
    4: follows_larger_batch,
    5: silent,
    6: divided,
    7: changes_nothing_more,
}


def why_no_larger_batch(original: Result, single: Result, distributed: Result) -> str | None:
    """Give the reason why oracle 4 says nothing of this script, before any run is made for it."""
    if distributed.end is not End.OK or single.end is not End.OK:
        return "the conversion does not run"
    seen, shared = observed(original.ranks[0]), observed(distributed.ranks[0])
    reasons = {
        "no optimizer step was seen": not any(seen["steps"]),
        "training draws random numbers (dropout, noise)": seen["random_in_training"],
        "batch normalization takes its statistics from each rank's batch": seen["batch_normalization"],
        "the batches come from no dataset and no `fit`, so they can't be made larger": not any(
            source["kind"] == "dataset" for source in seen["sources"]
        ),
        "the learning rate could not be read": None in (*seen["rates"], *shared["rates"]),
        "the original takes no two full batches": comparable_steps(original, distributed) == 0,
    }
    return next((reason for reason, holds in reasons.items() if holds), None)


def comparable_batches(original: Result, ranks: int) -> int:
    """Give the batches that each rank can draw before an odd end of the first pass over the data.

    Until then the original's batches are full, and the ranks together draw what one process draws at the larger batch.
    """
    batches: list[list[str]] = next(iter(streams(original.ranks[0])), [[]])
    size = max(1, len(batches[0]))
    full = next((number for number, batch in enumerate(batches) if len(batch) != size), len(batches))
    return min(full, len(set(chain.from_iterable(batches))) // size) // ranks


def comparable_steps(original: Result, distributed: Result) -> int:
    """Give the optimizer steps that a rank takes with its comparable batches."""
    drawn = sum(map(len, streams(original.ranks[0])))
    steps: int = max(observed(original.ranks[0])["steps"])
    taken: int = max(observed(distributed.ranks[0])["steps"])
    return min(comparable_batches(original, len(distributed.ranks)) * steps // max(drawn, 1), taken)


# --- what was seen -------------------------------------------------------------------------------------------------


def observed(rank: Rank) -> dict[str, Any]:
    """Give the observation of a rank that came to its end."""
    assert rank.observation is not None
    return rank.observation


def was_cut(run: Result) -> bool:
    """Whether a rank was stopped before the script's own end."""
    return any(rank.observation is not None and rank.observation["ended"] == "stopped" for rank in run.ranks)


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
        error = (rank.observation or {}).get("error")
        said = essence(error) if error else f"last line: {rank.last_line or 'none'}"
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


def streams(rank: Rank) -> list[list[list[str]]]:
    """Give the batches of each source that fed training."""
    return fed(rank)[1]


def fed(rank: Rank) -> tuple[str, list[list[list[str]]]]:
    """Give what fed training, and the batches of each source.

    It is the datasets, or else the feeds, or else the arguments of compiled steps, which repeat what a dataset gave.
    Datasets of one batch each, as `train_on_batch` makes them, are batches of one source.
    """
    sources = observed(rank)["sources"]
    for kind in ("dataset", "feed", "arguments"):
        found = [source["batches"] for source in sources if source["kind"] == kind]
        if any(len(batches) > 1 for batches in found):
            return kind, found
        if found:
            return "batches", [list(chain.from_iterable(found))]
    return "", []


def passes(rank: Rank) -> int:
    """Count the passes over its data that a rank made; what a session or a compiled step is fed is one pass."""
    kind, sources = fed(rank)
    samples = [list(chain.from_iterable(batches)) for batches in sources]
    whole = (-(-len(part) // max(1, len(set(part)))) if kind in ("dataset", "batches") else 1 for part in samples)
    return max(1, sum(whole))


def together(ranks: Sequence[Rank]) -> int:
    """Count the samples that ranks drew."""
    return sum(len(batch) for rank in ranks for batches in streams(rank) for batch in batches)


def largest_batch(run: Result) -> int:
    """Give the size of the largest batch of a run."""
    return max((len(batch) for rank in run.ranks for batches in streams(rank) for batch in batches), default=0)


def shared_samples(ranks: Sequence[Rank], said: list[str]) -> list[str]:
    """Give what samples two ranks have in common within one pass over the data.

    An iterator may repeat its data, and then a sample may come to another rank in a later pass; so of such an iterator
    only the first part is compared that is no longer than one rank's share of one pass. Ranks may draw at random from
    endless data, and batches that come from no dataset may be drawn so: there it is only wrong that they draw the same.
    """
    problems = []
    seen = shared = 0
    drawn = fed(ranks[0])[0] != "dataset"
    for number, sources in enumerate(zip(*map(streams, ranks), strict=False), 1):
        samples = [list(chain.from_iterable(batches)) for batches in sources]
        seen += sum(map(len, samples))
        distinct = len(set(chain.from_iterable(samples)))
        share = max(1, distinct // len(ranks))
        repeated = drawn or any(len(part) > 2 * share for part in samples)
        first = [Counter(part[:share] if repeated else part) for part in samples]
        # A sample that one rank sees twice in a pass is twice in the data, and may be once on each rank.
        single = [{sample for sample, count in part.items() if count == 1} for part in first]
        common = len(set().union(*(one & two for one, two in combinations(single, 2))))
        if common > (0.9 * share if repeated else 0):
            problems.append(f"{common} of {distinct} samples are on two ranks in pass {number}")
        shared += common
    if not problems:
        said.append(
            f"{seen} samples, {f'{shared} on two ranks, drawn in different orders' if shared else 'none on two ranks'}"
        )
    return some(problems)


def why_not_comparable(in_order: Result, larger: Result, batches: int) -> str | None:
    """Why the two runs of oracle 4 need not end alike, or None when they must."""
    ranks, one = in_order.ranks, larger.ranks[0]
    if [observed(rank)["steps"] for rank in ranks] != [observed(one)["steps"]] * len(ranks):
        return f"the ranks took {steps_text(in_order)}, one process at the larger batch {steps_text(larger)}"
    parts = [streams(rank) for rank in ranks]
    whole = streams(one)
    if not whole or not all(parts):
        return "the samples were not seen"
    drawn = [list(chain.from_iterable(stream))[:batches] for stream in (whole, *parts)]
    for number, (union, *shares) in enumerate(zip(*drawn, strict=False), 1):
        if len({len(share) for share in shares}) > 1:
            return f"the ranks' batches of step {number} are not of one size"
        if Counter(union) != Counter(chain.from_iterable(shares)):
            return f"the ranks' batches of step {number} together are not the larger batch"
    return None


def written_by(rank: Rank, project: Path, temporary: Path, made: Sequence[Path]) -> list[str]:
    """Give the paths that a rank wrote, apart from its own temporary files and the libraries' caches.

    `made`: the new files that are known as this rank's from their mode.
    """
    written = {Path(path) for path in (rank.observation or {"written": []})["written"]} | set(made)
    ours = (rank.folder.parent, Path("/dev"), Path("/proc"), *(Path.home() / cache for cache in CACHES))
    shown = []
    for path in sorted(written):
        if any(path.is_relative_to(folder) for folder in ours) or "__pycache__" in path.parts:
            continue
        if path.is_relative_to(project):
            shown.append(os.path.relpath(path, project))
        elif path.is_relative_to(temporary):
            shown.append(f"/tmp/{path.relative_to(temporary)}")
        elif path not in (Path("/tmp"), temporary, Path.home() / ".keras"):
            shown.append(str(path))
    return shown


def lost(original: str, converted: str) -> list[str]:
    """Give what the conversion changed although it had no reason: comments, line ends, and lines of the same tokens."""
    problems = []
    missing = comments(original) - comments(converted)
    problems += [f"the comment {comment!r} is gone" for comment in missing]
    if "\r\n" in original and re.search(r"(?<!\r)\n", converted) and not re.search(r"(?<!\r)\n", original):
        problems.append("line ends changed")
    kept = Counter(converted.splitlines())
    gone = [line for line in original.splitlines() if line.strip() and not kept[line]]
    before = set(original.splitlines())
    new: dict[str, set[str]] = {}
    for line in converted.splitlines():
        if line not in before:
            new.setdefault(bare(line), set()).add(line.strip())
    for line in gone:
        others = new.get(bare(line))
        if others is not None and line.strip() not in others:
            problems.append(f"the line {line.strip()!r} was only written in another way")
    return problems


def bare(line: str) -> str:
    """Give a line without what its layout and its quotes are."""
    return re.sub(r"\s+", "", line).replace('"', "'")


def comments(text: str) -> Counter[str]:
    """Give the comments of a file."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (SyntaxError, tokenize.TokenError):
        return Counter()
    return Counter(token.string for token in tokens if token.type == tokenize.COMMENT)
