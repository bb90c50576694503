"""The oracles of a converted script: what must hold of its runs (none of them needs a reference conversion)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from farandole.verify.oracles.evidence import Evidence, Judgement, Outcome, Verdict
from farandole.verify.oracles.idempotence import changes_nothing_more
from farandole.verify.oracles.larger_batch import follows_larger_batch
from farandole.verify.oracles.rank_zero import silent
from farandole.verify.oracles.resumption import goes_on
from farandole.verify.oracles.sampling import divided
from farandole.verify.oracles.settings import holds_on_two_hosts, holds_with_other_hash_seeds
from farandole.verify.oracles.termination import ends
from farandole.verify.oracles.variables import equal_on_ranks, equals_original

__all__ = ["ORACLES", "TITLES", "judge"]

TITLES = {
    1: "compiles, and ends under horovodrun",
    2: "variables equal on all ranks",
    3: "-np 1 equals the original, bit for bit",
    4: "{np} ranks at batch B follow one at {np}B",
    5: "ranks but 0 print and write nothing",
    6: "work and samples are divided",
    7: "a second conversion changes nothing",
    8: "two hosts, each with folders of its own",
    9: "another PYTHONHASHSEED on each rank",
    10: "ended after its first epoch and started again",
}


ORACLES: Mapping[int, Callable[[Evidence], Judgement]] = {
    1: ends,
    2: equal_on_ranks,
    3: equals_original,
    4: follows_larger_batch,
    5: silent,
    6: divided,
    7: changes_nothing_more,
    8: holds_on_two_hosts,
    9: holds_with_other_hash_seeds,
    10: goes_on,
}


def judge(evidence: Evidence) -> tuple[Outcome, ...]:
    """Give the verdicts of all oracles."""
    outcomes = []
    for number, oracle in ORACLES.items():
        if number in evidence.why_not:
            judgement: Judgement = (Verdict.NOT_APPLICABLE, [evidence.why_not[number]])
        else:
            judgement = oracle(evidence)
        verdict, details = judgement
        outcomes.append(Outcome(number, TITLES[number].format(np=evidence.processes), verdict, tuple(details)))
    return tuple(outcomes)
