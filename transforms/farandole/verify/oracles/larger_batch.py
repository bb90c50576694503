"""Oracle 4: several ranks train as one process does at the larger batch."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from itertools import chain
from typing import Any

from farandole.verify.oracles.evidence import Evidence, Judgement, Verdict, observed
from farandole.verify.oracles.messages import differing, how_it_failed, some, steps_text
from farandole.verify.oracles.sampling import streams
from farandole.verify.runs import End, Result

TOLERANCE = 1e-5
"""How far apart a variable may be beside the larger batch, as a part of its length; rounding leads to 1e-7."""

SORTED_SET = "() == 1 else sorted)("
"""How a conversion reads a set in an order that all processes have."""


def follows_larger_batch(evidence: Evidence) -> Judgement:
    """Oracle 4: the distributed run ends where one process does that takes the union of the ranks' batches."""
    in_order, larger = evidence.in_order, evidence.larger
    assert in_order is not None and larger is not None
    if any(SORTED_SET in converted for _, converted in (evidence.texts or {}).values()):
        return Verdict.NOT_APPLICABLE, ["sets are sorted where there are several processes, and number other things"]
    for name, run in (("the ranks", in_order), ("the original at the larger batch", larger)):
        if run.end is not End.OK or any(rank.observation is None for rank in run.ranks):
            return Verdict.NOT_APPLICABLE, [f"{name}, without shuffling, " + how_it_failed(run)[0]]
    if any(observed(rank)["rates_set"] for run in (in_order, larger) for rank in run.ranks):
        return Verdict.NOT_APPLICABLE, [
            "the learning rate is set between steps, so it can't be that of the larger batch"
        ]
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
    steps: int = max(observed(original.ranks[0])["steps"], default=0)
    taken: int = max(observed(distributed.ranks[0])["steps"], default=0)
    return min(comparable_batches(original, len(distributed.ranks)) * steps // max(drawn, 1), taken)


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
