"""Oracle 6: the work and the samples are divided among the ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations

from farandole.verify.oracles.evidence import Evidence, Judgement, Verdict, observed, was_cut
from farandole.verify.oracles.messages import join, some
from farandole.verify.runs import End, Rank, Result


def divided(evidence: Evidence) -> Judgement:
    """Oracle 6: each rank does its share of the steps, and no sample is seen by two ranks."""
    distributed, np = evidence.distributed, evidence.processes
    if distributed.end is not End.OK:
        return Verdict.NOT_APPLICABLE, ["the run did not come to its end on every rank"]
    steps = [observed(rank)["steps"] for rank in distributed.ranks]
    if not any(map(any, steps)):
        return no_step(evidence.original)
    if any(other != steps[0] for other in steps):
        return Verdict.FAILED, [f"rank {number} took {taken} steps" for number, taken in enumerate(map(join, steps))]
    problems, said = [], []
    if evidence.original is None:
        said.append("the original's steps are not known")
    elif (
        any(map(loops_ended, (evidence.original, distributed)))
        and not was_cut(evidence.original)
        and not was_cut(distributed)
    ):
        problems += undivided(evidence.original, distributed, said)
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
        said.append("the samples were not seen: they come from no dataset, `fit`, feed, compiled step or tape")
    else:
        problems += shared_samples(distributed.ranks, evidence.original, said)
    return (Verdict.FAILED, problems) if problems else (Verdict.PASSED, said)


def no_step(original: Result | None) -> Judgement:
    """Judge a run in which no rank took a step of an optimizer, by the steps of the original."""
    whole = observed(original.ranks[0])["steps"] if original is not None else []
    if not any(whole):
        return Verdict.NOT_APPLICABLE, ["no optimizer step was seen"]
    return Verdict.FAILED, [f"no rank took a step, the original {join(whole)}: a rank's share may be less than a batch"]


def loops_ended(run: Result) -> bool:
    """Whether loops of a quick run were ended before their own ends."""
    return any(rank.observation is not None and (rank.observation.get("loops") or {}).get("cut") for rank in run.ranks)


def undivided(original: Result, distributed: Result, said: list[str]) -> list[str]:
    """Compare the steps that loops would have taken to their ends, where they were ended early."""
    first = original.ranks[0]
    whole, *shares = (observed(rank)["loops"]["work"] for rank in (first, *distributed.ranks))
    if whole is None or None in shares:
        said.append("loops were ended early, and how long they are cannot be told, so steps were not compared")
        return []
    each = list(dict.fromkeys(map(round, shares)))
    who = "each rank" if len(each) == 1 else "the ranks"
    text = f"{who} would have taken {' and '.join(map(str, each))} steps, the original {round(whole)}"
    np = len(shares)
    # Each pass may end with an odd step more on each rank.
    odd = np * passes(first) * whole / sum(observed(first)["steps"])
    if any(abs(np * share - whole) > odd for share in shares):
        return [text]
    said.append(f"loops were ended early; {text}")
    return []


def streams(rank: Rank) -> list[list[list[str]]]:
    """Give the batches of each source that fed training."""
    return fed(rank)[1]


def fed(rank: Rank) -> tuple[str, list[list[list[str]]]]:
    """Give what fed training, and the batches of each source.

    It is the datasets, or else the feeds, or else the arguments of compiled steps or what enters a tape, which repeat
    what a dataset gave.
    Datasets of one batch each, as `train_on_batch` makes them, are batches of one source.
    """
    sources = observed(rank)["sources"]
    for kind in ("dataset", "feed", "arguments", "tape"):
        found = [source["batches"] for source in sources if source["kind"] == kind]
        if any(len(batches) > 1 for batches in found):
            return kind, found
        if found:
            return "batches", [list(chain.from_iterable(found))]
    return "", []


def passes(rank: Rank) -> int:
    """Count the passes over its data that a rank made.

    What a session or a compiled step is fed may be drawn by chance: that is one pass, unless samples came again only
    when all of them had come.
    """
    kind, sources = fed(rank)
    found = 0
    for batches in sources:
        samples = list(chain.from_iterable(batches))
        distinct = len(set(samples))
        in_passes = distinct > max(map(len, batches), default=0) and not drawn_again(samples)
        found += -(-len(samples) // max(1, distinct)) if kind in ("dataset", "batches") or in_passes else 1
    return max(1, found)


def together(ranks: Sequence[Rank]) -> int:
    """Count the samples that ranks drew."""
    return sum(len(batch) for rank in ranks for batches in streams(rank) for batch in batches)


def largest_batch(run: Result) -> int:
    """Give the size of the largest batch of a run."""
    return max((len(batch) for rank in run.ranks for batches in streams(rank) for batch in batches), default=0)


def drawn_again(samples: Sequence[str]) -> int:
    """Count the samples drawn again before as many were drawn as there are: none in passes over different samples."""
    distinct = len(set(samples))
    return distinct - len(set(samples[:distinct]))


def shared_samples(ranks: Sequence[Rank], original: Result | None, said: list[str]) -> list[str]:
    """Give what samples two ranks have in common within one pass over the data.

    An iterator may repeat its data, and then a sample may come to another rank in a later pass; so of such an iterator
    only the first part is compared that is no longer than one rank's share of one pass. Ranks may draw at random from
    endless data, and batches that come from no dataset may be drawn so: there it is only wrong that they draw the same.
    So it is where the original itself draws samples again within a pass, and the ranks have few more in common. Data
    whose samples are all alike tell nothing.
    """
    whole = streams(original.ranks[0]) if original is not None and original.end is End.OK else []
    again = [drawn_again(list(chain.from_iterable(batches))) for batches in whole]
    alike = {number for number, batches in enumerate(whole, 1) if len(set(chain.from_iterable(batches))) == 1}
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
        if repeated:
            common = max((sum((one & two).values()) for one, two in combinations(first, 2)), default=0)
        else:
            # A sample that one rank sees twice in a pass is twice in the data, and may be once on each rank.
            single = [{sample for sample, count in part.items() if count == 1} for part in first]
            common = len(set().union(*(one & two for one, two in combinations(single, 2))))
        by_chance = repeated or (number <= len(again) and common <= 2 * again[number - 1])
        if number in alike:
            said.append(f"the samples of pass {number} are all alike, so that nothing tells which rank has which")
            continue
        if common > (0.9 * share if by_chance else 0):
            problems.append(f"{common} of {distinct} samples are on two ranks in pass {number}")
        shared += common
    if not problems:
        said.append(
            f"{seen} samples, {f'{shared} on two ranks, drawn in different orders' if shared else 'none on two ranks'}"
        )
    return some(problems)
