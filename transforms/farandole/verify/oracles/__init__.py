"""The oracles of conversions and of the way back: what must hold of the runs (none needs a reference conversion)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from farandole.verify.oracles.evidence import Evidence, Judgement, Outcome, Verdict
from farandole.verify.oracles.idempotence import changes_nothing_more
from farandole.verify.oracles.larger_batch import follows_larger_batch
from farandole.verify.oracles.rank_zero import silent
from farandole.verify.oracles.resumption import goes_on
from farandole.verify.oracles.sampling import divided
from farandole.verify.oracles.settings import holds_on_two_hosts, holds_with_other_hash_seeds
from farandole.verify.oracles.termination import ends, ends_without
from farandole.verify.oracles.variables import equal_on_ranks, equals_one_process, equals_original

__all__ = ["OF_REMOVALS", "ORACLES", "Oracles", "judge"]

Oracles = Mapping[int, tuple[str, Callable[[Evidence], Judgement]]]
"""What must hold, and what judges it, by number."""

ORACLES: Oracles = {
    1: ("compiles, and ends under horovodrun", ends),
    2: ("variables equal on all ranks", equal_on_ranks),
    3: ("-np 1 equals the original, bit for bit", equals_original),
    4: ("{np} ranks at batch B follow one at {np}B", follows_larger_batch),
    5: ("ranks but 0 print and write nothing", silent),
    6: ("work and samples are divided", divided),
    7: ("a second conversion changes nothing", changes_nothing_more),
    8: ("two hosts, each with folders of its own", holds_on_two_hosts),
    9: ("another PYTHONHASHSEED on each rank", holds_with_other_hash_seeds),
    10: ("ended after its first epoch and started again", goes_on),
}

OF_REMOVALS: Oracles = {
    1: ("ends without Horovod", ends_without),
    2: ("equals -np 1 with Horovod, bit for bit", equals_one_process),
}


def judge(evidence: Evidence, oracles: Oracles = ORACLES) -> tuple[Outcome, ...]:
    """Give the verdicts of oracles."""
    outcomes = []
    for number, (title, oracle) in oracles.items():
        if number in evidence.why_not:
            judgement: Judgement = (Verdict.NOT_APPLICABLE, [evidence.why_not[number]])
        else:
            judgement = oracle(evidence)
        verdict, details = judgement
        outcomes.append(Outcome(number, title.format(np=evidence.processes), verdict, tuple(details)))
    return tuple(outcomes)
