"""Oracles 2 and 3: the values of the variables, among the ranks and beside the original."""

from __future__ import annotations

from farandole.verify.oracles.evidence import Evidence, Judgement, Verdict
from farandole.verify.oracles.messages import differing, how_it_failed, some, steps_text
from farandole.verify.runs import End, Result


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
    single = evidence.single
    assert single is not None
    if single.end is not End.OK or not evidence.differences[3]:
        return Verdict.FAILED, ["with one process the conversion " + line for line in how_it_failed(single)]
    return _equal(evidence, single, "the conversion", "the original")


def equals_one_process(evidence: Evidence) -> Judgement:
    """Oracle 2 of removals: without Horovod the final variables are those of one process with it."""
    assert evidence.original is not None
    if not evidence.differences[3]:
        return Verdict.NOT_APPLICABLE, ["a run did not come to the end of the script"]
    return _equal(evidence, evidence.original, "one process with Horovod", "the script without Horovod")


def _equal(evidence: Evidence, shown: Result, other: str, repeated_run: str) -> Judgement:
    compared, *repeated = evidence.differences[3]
    if not compared["count"]:
        return Verdict.NOT_APPLICABLE, ["no trainable variable was seen"]
    problems = differing(compared, other)
    if not problems:
        return Verdict.PASSED, [f"{compared['count']} variables, {steps_text(shown)}"]
    if repeated and differing(repeated[0], "a second run"):
        return Verdict.NOT_APPLICABLE, [
            f"two runs of {repeated_run} with the same seed do not end alike",
            *some(differing(repeated[0], "its second run")),
        ]
    return Verdict.FAILED, some(problems)
