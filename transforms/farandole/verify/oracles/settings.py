"""Oracles 8 and 9: what holds on one host holds on two, and with another order of hashes on each rank."""

from __future__ import annotations

from dataclasses import replace

from farandole.verify.oracles.evidence import Evidence, Judgement, Setting, Verdict
from farandole.verify.oracles.messages import some, steps_text
from farandole.verify.oracles.rank_zero import silent
from farandole.verify.oracles.sampling import divided
from farandole.verify.oracles.termination import ends
from farandole.verify.oracles.variables import equal_on_ranks

ONE_PROCESS = "one process has neither a second host nor another order of hashes beside it"


def failing(evidence: Evidence, setting: Setting) -> list[str]:
    """Give what fails in a setting and does not on one host with equal hash seeds."""
    there = replace(
        evidence,
        distributed=setting.result,
        differences={**evidence.differences, 2: setting.between_ranks},
        written=setting.written,
    )
    problems: list[str] = []
    for oracle in (ends, equal_on_ranks, silent, divided):
        verdict, details = oracle(there)
        if verdict is Verdict.FAILED and oracle(evidence)[0] is not Verdict.FAILED:
            problems += details
        if verdict is Verdict.FAILED and oracle is ends:
            break
    return problems


def holds_on_two_hosts(evidence: Evidence) -> Judgement:
    """Oracle 8: what holds on one host holds where each process has local rank 0 and folders of its own."""
    if evidence.on_hosts is None:
        return Verdict.NOT_APPLICABLE, [ONE_PROCESS]
    decisive = evidence.on_hosts_equally_hashed or evidence.on_hosts
    if (
        ends(evidence)[0] is Verdict.FAILED
        and ends(replace(evidence, distributed=decisive.result))[0] is Verdict.FAILED
    ):
        return Verdict.NOT_APPLICABLE, ["it does not come to its end on one host either"]
    problems = failing(evidence, decisive)
    if problems:
        return Verdict.FAILED, some([f"only on two hosts: {problem}" for problem in problems])
    return Verdict.PASSED, [f"{decisive.result.seconds:.0f} s, {steps_text(decisive.result)}"]


def holds_with_other_hash_seeds(evidence: Evidence) -> Judgement:
    """Oracle 9: the ranks need not iterate over sets in one order (PYTHONHASHSEED differs on two hosts)."""
    if evidence.on_hosts is None:
        return Verdict.NOT_APPLICABLE, [ONE_PROCESS]
    if ends(evidence)[0] is Verdict.FAILED and not failing(evidence, evidence.on_hosts):
        return Verdict.NOT_APPLICABLE, ["it does not come to its end with equal ones either"]
    if evidence.on_hosts_equally_hashed is None:
        return Verdict.PASSED, []
    if failing(evidence, evidence.on_hosts_equally_hashed):
        return Verdict.NOT_APPLICABLE, ["on two hosts it fails with equal hash seeds, too"]
    problems = failing(evidence, evidence.on_hosts)
    return Verdict.FAILED, some([f"only with PYTHONHASHSEED different on each rank: {line}" for line in problems])
