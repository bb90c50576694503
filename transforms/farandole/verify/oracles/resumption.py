"""Oracle 10: a run that was ended after its first epoch goes on, when it is started again, as the original does."""

from __future__ import annotations

from dataclasses import replace

from farandole.verify.oracles.evidence import Evidence, Judgement, Resumption, Verdict, observed, was_cut
from farandole.verify.oracles.messages import differing, how_it_failed, join, some
from farandole.verify.oracles.sampling import loops_ended, passes, undivided
from farandole.verify.runs import End, Result


def goes_on(evidence: Evidence) -> Judgement:
    """Judge the second runs, on two hosts, and where these fail on one."""
    original, resumption = evidence.original_again, evidence.resumed_on_hosts
    assert original is not None and resumption is not None
    if original.end is not End.OK or any(rank.observation is None for rank in original.ranks):
        return Verdict.NOT_APPLICABLE, ["the original, started again, " + how_it_failed(original)[0]]
    said: list[str] = []
    problems = wrong(original, resumption, said)
    if not problems:
        return Verdict.PASSED, said
    if evidence.resumed_on_one_host is None:
        return Verdict.FAILED, some(problems)
    on_one = wrong(original, evidence.resumed_on_one_host, [])
    return Verdict.FAILED, some(on_one or [f"only on two hosts: {problem}" for problem in problems])


def wrong(original: Result, resumption: Resumption, said: list[str]) -> list[str]:
    """Give what is wrong with a resumed run."""
    if resumption.interrupted.end is not End.OK:
        return [f"ended after its first epoch, it {line}" for line in how_it_failed(resumption.interrupted)]
    run = resumption.again.result
    if run.end is not End.OK:
        first, *rest = how_it_failed(run)
        return [f"started again, it {first}", *rest]
    if any(rank.observation is None for rank in run.ranks):
        return []
    problems = [
        problem
        for rank, result in enumerate(resumption.again.between_ranks, 1)
        for problem in differing(result, f"rank {rank}")
    ]
    if was_cut(original) or was_cut(run):
        said.append("steps were cut")
    elif loops_ended(original) or loops_ended(run):
        problems += undivided(original, run, said)
    else:
        whole = observed(original.ranks[0])["steps"]
        odd = len(run.ranks) * passes(original.ranks[0])
        for rank in run.ranks:
            taken = observed(rank)["steps"]
            if abs(len(run.ranks) * sum(taken) - sum(whole)) > odd * max(1, len(whole)):
                text = f"rank {rank.number} took {join(taken) or 0} steps, the original {join(whole) or 0}"
                problems.append(f"started again, {text}")
        said.append(f"started again, it took {join(observed(run.ranks[0])['steps']) or 0} steps on each rank, the ")
        said[-1] += f"original {join(whole) or 0}"
    return problems


def one_host_decides(evidence: Evidence) -> bool:
    """Whether the run on two hosts failed, so that one on one host has to tell why."""
    return goes_on(replace(evidence, resumed_on_one_host=None))[0] is Verdict.FAILED
