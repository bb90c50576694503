"""The oracles' verdicts on what was seen of a run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from farandole.verify.oracles import ORACLES, judge
from farandole.verify.oracles.evidence import Evidence, Verdict
from farandole.verify.oracles.larger_batch import comparable_batches
from farandole.verify.runs import End, Rank, Result
from farandole.verify.verification import too_slow

Batches = list[list[str]]


def rank(
    number: int, steps: list[int], *passes: Batches, ended: str = "finished", kind: str = "dataset", **other: Any
) -> Rank:
    """Give a rank that came to its end, having drawn these batches in each pass."""
    observation = {
        "ended": ended,
        "steps": steps,
        "rates": [0.1 for _ in steps],
        "rates_set": False,
        "sources": [{"kind": kind, "batches": batches} for batches in passes],
        "written": [],
        **other,
    }
    return Rank(number, Path(f"rank-{number}"), observation, (), (), None)


def run(*ranks: Rank, end: End = End.OK, status: int = 0) -> Result:
    """Give a run of these ranks."""
    return Result(end, status, 12.0, ranks, ())


def verdict(number: int, distributed: Result, original: Result | None = None, **other: Any) -> tuple[Verdict, str]:
    """Judge a distributed run by one oracle."""
    values: dict[str, Any] = {
        "processes": len(distributed.ranks),
        "max_steps": 20,
        "texts": {},
        "again": {},
        "original": original,
        "why_not": {other_number: "" for other_number in ORACLES if other_number != number},
        "written": {each.number: [] for each in distributed.ranks},
    }
    outcome = judge(Evidence(distributed=distributed, **{**values, **other}))[number - 1]
    return outcome.verdict, " | ".join(outcome.details)


def batches(samples: str, size: int) -> Batches:
    """Cut samples of one letter each into batches."""
    return [list(samples[start : start + size]) for start in range(0, len(samples), size)]


HALF = (rank(0, [2], batches("aceg", 2)), rank(1, [2], batches("bdfh", 2)))
WHOLE = run(rank(0, [4], batches("abcdefgh", 2)))


def test_halves_are_divided() -> None:
    assert verdict(6, run(*HALF), WHOLE) == (
        Verdict.PASSED,
        "2 steps each, the original 4 | 8 samples, none on two ranks",
    )


def test_samples_that_a_dataset_draws_with_replacement_may_be_on_two_ranks_unless_they_draw_the_same() -> None:
    original = run(rank(0, [4], batches("abcadefc", 2)))
    some = run(rank(0, [2], batches("acfg", 2)), rank(1, [2], batches("bfdh", 2)))
    assert verdict(6, some, original) == (
        Verdict.PASSED,
        "2 steps each, the original 4 | 8 samples, 1 on two ranks, drawn in different orders",
    )
    same = run(*(rank(number, [2], batches("acfg", 2)) for number in (0, 1)))
    assert verdict(6, same, original)[0] is Verdict.FAILED
    assert verdict(6, some, WHOLE) == (Verdict.FAILED, "1 of 7 samples are on two ranks in pass 1")


def test_samples_of_a_data_set_that_repeats_are_not_taken_for_drawn_with_replacement() -> None:
    original = run(rank(0, [8], batches("abcdefghhgfedcba", 2)))
    undivided = run(rank(0, [4], batches("abcdefgh", 2)), rank(1, [4], batches("hgfedcba", 2)))
    assert verdict(6, undivided, original)[0] is Verdict.FAILED


def test_ranks_that_take_no_step_are_wrong_where_the_original_takes_some() -> None:
    idle = run(rank(0, [0]), rank(1, [0]))
    assert verdict(6, idle, WHOLE) == (
        Verdict.FAILED,
        "no rank took a step, the original 4: a rank's share may be less than a batch",
    )
    assert verdict(6, idle, run(rank(0, [0])))[0] is Verdict.NOT_APPLICABLE


def test_what_is_fed_in_passes_may_lose_an_odd_batch_in_each() -> None:
    def ended(work: float) -> dict[str, Any]:
        return {"kind": "arguments", "loops": {"cut": True, "work": work}}

    original = run(rank(0, [10], batches("abcdefghij" * 2, 2), **ended(500)))
    shares = ("acegbdfh", "ijkl")
    divided = run(*(rank(number, [4], batches(share, 2), **ended(175)) for number, share in enumerate(shares)))
    assert verdict(6, divided, original)[0] is Verdict.PASSED
    drawn = run(rank(0, [10], batches("abcadefghijabccdefgg", 2), **ended(500)))
    assert verdict(6, divided, drawn) == (
        Verdict.FAILED,
        "each rank would have taken 175 steps, the original 500",
    )
    undivided = run(*(rank(number, [4], batches(share, 2), **ended(500)) for number, share in enumerate(shares)))
    assert verdict(6, undivided, original)[0] is Verdict.FAILED


def test_the_same_samples_on_both_ranks_are_found() -> None:
    both = run(*(rank(number, [4], batches("abcdefgh", 2)) for number in (0, 1)))
    found, details = verdict(6, both, WHOLE)
    assert found is Verdict.FAILED
    assert "each rank took 4 steps, the original 4" in details
    assert "8 of 8 samples are on two ranks in pass 1" in details


def test_samples_that_are_all_alike_tell_nothing() -> None:
    original = run(rank(0, [4], batches("aaaaaaaa", 2)))
    ranks = (rank(number, [2], batches("aaaa", 2)) for number in (0, 1))
    found, details = verdict(6, run(*ranks), original)
    assert found is Verdict.PASSED
    assert "the samples of pass 1 are all alike" in details
    assert verdict(6, run(*(rank(number, [2], batches("aaaa", 2)) for number in (0, 1))), WHOLE)[0] is Verdict.FAILED


def test_one_shared_sample_is_found() -> None:
    ranks = rank(0, [2], batches("aceg", 2)), rank(1, [2], batches("bdga", 2))
    assert verdict(6, run(*ranks), WHOLE)[0] is Verdict.FAILED


def test_a_sample_that_is_twice_in_the_data_is_none() -> None:
    ranks = rank(0, [2], batches("aacg", 2)), rank(1, [2], batches("adfh", 2))
    assert verdict(6, run(*ranks), WHOLE)[0] is Verdict.PASSED


def test_ranks_may_change_their_shares_from_pass_to_pass() -> None:
    ranks = (
        rank(0, [4], batches("abcd", 2), batches("efgh", 2)),
        rank(1, [4], batches("efgh", 2), batches("abcd", 2)),
    )
    whole = run(rank(0, [8], batches("abcdefgh", 2), batches("abcdefgh", 2)))
    assert verdict(6, run(*ranks), whole)[0] is Verdict.PASSED


def test_random_draws_from_endless_data_may_meet() -> None:
    ranks = rank(0, [6], batches("abcdefghbcda", 2)), rank(1, [6], batches("hgfabedcgfaa", 2))
    endless = run(rank(0, [12], batches("abcdefgh" * 3, 2)))
    assert verdict(6, run(*ranks), endless)[0] is Verdict.PASSED


def test_the_same_draws_from_endless_data_are_found() -> None:
    ranks = (rank(number, [6], batches("abcdefghabcd", 2)) for number in (0, 1))
    endless = run(rank(0, [12], batches("abcdefgh" * 3, 2)))
    assert verdict(6, run(*ranks), endless)[0] is Verdict.FAILED


def test_ranks_that_draw_empty_batches_are_found() -> None:
    long = "abcdefghijklmnopqrstuvwx"
    whole = run(rank(0, [12], batches(long, 2)))
    halves = (rank(number, [6], [*batches(long[number * 6 : number * 6 + 6], 2), [], [], []]) for number in (0, 1))
    assert verdict(6, run(*halves), whole) == (Verdict.FAILED, "the ranks saw 12 samples together, the original 24")


def test_unequal_steps_are_told_by_rank() -> None:
    found, details = verdict(6, run(rank(0, [3]), rank(1, [2])), WHOLE)
    assert found is Verdict.FAILED
    assert details == "rank 0 took 3 steps | rank 1 took 2 steps"


def test_steps_that_were_cut_are_not_compared() -> None:
    cut = run(*(rank(number, [20], ended="stopped") for number in (0, 1)))
    found, details = verdict(6, cut, run(rank(0, [20], ended="stopped")))
    assert found is Verdict.PASSED
    assert "cut at 20" in details


def test_a_rank_that_prints_is_quoted_and_libraries_are_not() -> None:
    noise = "2026-01-02 03:04:05.678901: W tensorflow/core/kernel.cc:1] slow"
    zero, one = HALF
    said = Rank(1, one.folder, one.observation, ("loss 0.5",), (noise,), None)
    assert verdict(5, run(zero, said)) == (Verdict.FAILED, "rank 1 printed: loss 0.5")
    quiet = Rank(1, one.folder, one.observation, (), (noise,), None)
    assert verdict(5, run(zero, quiet))[0] is Verdict.PASSED


def test_a_file_of_another_rank_is_named() -> None:
    assert verdict(5, run(*HALF), written={1: ["out/model.h5"]}) == (Verdict.FAILED, "rank 1 wrote out/model.h5")


def test_a_file_counts_although_its_rank_broke_off() -> None:
    zero, one = HALF
    broken = Rank(1, one.folder, {**(one.observation or {}), "ended": "raised"}, (), ("Traceback",), None)
    assert verdict(5, run(zero, broken))[0] is Verdict.NOT_APPLICABLE
    assert verdict(5, run(zero, broken), written={1: ["model.h5"]}) == (Verdict.FAILED, "rank 1 wrote model.h5")


@pytest.mark.parametrize(
    ("end", "first"), [(End.HUNG, "hung: it was ended after 12 s"), (End.CRASHED, "crashed with status 3")]
)
def test_a_hang_and_a_crash_give_the_last_line_of_each_rank(end: End, first: str) -> None:
    stuck = Rank(1, Path("rank-1"), None, ("epoch 1", "epoch 2"), (), "train.py:9 in main")
    found, details = verdict(1, run(rank(0, [2]), stuck, end=end, status=3))
    assert found is Verdict.FAILED
    assert details.startswith(first)
    assert "last line: epoch 2" in details
    assert ("train.py:9" in details) is (end is End.HUNG)


def test_a_slow_conversion_is_told_from_one_that_hangs() -> None:
    stuck = Rank(0, Path("rank-0"), None, ("epoch 1",), (), None)
    ended = replace(run(stuck, end=End.HUNG), seconds=100.0)
    said = too_slow(replace(WHOLE, seconds=40.0), [run(*HALF), ended])
    assert said is not None
    assert "not done after 100 s, and the original took 40 s" in said
    assert "last line: epoch 1" in said
    assert too_slow(replace(WHOLE, seconds=10.0), [ended]) is None
    assert too_slow(replace(WHOLE, seconds=40.0), [run(*HALF)]) is None


def test_an_error_has_the_line_that_it_came_from() -> None:
    broken = rank(1, [1], ended="raised", error="ValueError: too few", line="train.py:9")
    _, details = verdict(1, run(rank(0, [1]), broken, end=End.CRASHED, status=1))
    assert "rank 1: train.py:9: ValueError: too few" in details


def test_an_error_of_tensorflow_says_what_horovod_met() -> None:
    error = """UnknownError: Graph execution error:

    Detected at node 'DistributedSGD_Allreduce/HorovodAllreduce_grads_0' defined at (most recent call last):
      File "train.py", line 22, in <module>
    Node: 'DistributedSGD_Allreduce/HorovodAllreduce_grads_0'
    Horovod has been shut down. This was caused by an exception on one of the ranks.
    """
    broken = rank(1, [1], ended="raised", error=error)
    _, details = verdict(1, run(rank(0, [1]), broken, end=End.CRASHED, status=1))
    assert "rank 1: UnknownError: Graph execution error: … Horovod has been shut down." in details


def test_an_error_in_traced_code_says_what_happened() -> None:
    error = """AttributeError: in user code:

    File "train.py", line 22, in step  *
        loss = model.lose(x)

    AttributeError: 'Sequential' object has no attribute 'lose'
    """
    broken = rank(1, [1], ended="raised", error=error)
    _, details = verdict(1, run(rank(0, [1]), broken, end=End.CRASHED, status=1))
    assert "rank 1: AttributeError: in user code: … AttributeError: 'Sequential' object has no attribute" in details


def test_a_variable_that_differs_is_named_with_its_rank() -> None:
    compared = {
        "count": 2,
        "others": None,
        "not_finite": [],
        "different": [{"name": "dense/kernel:0", "most": 0.25, "distance": 0.5, "length": 3.0, "elements": 9}],
    }
    assert verdict(2, run(*HALF), differences={2: [compared]}) == (
        Verdict.FAILED,
        "dense/kernel:0 differs on rank 1 by up to 0.25",
    )


def test_batches_can_be_compared_until_the_odd_end_of_the_first_pass() -> None:
    assert comparable_batches(run(rank(0, [5], batches("abcdefghi", 2))), 2) == 2
    assert comparable_batches(run(rank(0, [8], batches("abcdefgh" * 2, 2))), 2) == 2
    assert comparable_batches(run(rank(0, [0])), 2) == 0


@pytest.mark.parametrize(
    ("distance", "expected"),
    [(1e-7, Verdict.PASSED), (1e-3, Verdict.FAILED), (float("nan"), Verdict.FAILED)],
)
def test_one_small_variable_among_large_ones_tells_the_larger_batch(distance: float, expected: Verdict) -> None:
    one = run(rank(0, [2], batches("abcdefgh", 4)))
    several = run(rank(0, [2], batches("abef", 2)), rank(1, [2], batches("cdgh", 2)))
    compared = {
        "count": 2,
        "others": None,
        "not_finite": [],
        "different": [
            {"name": "embedding:0", "most": 1e-7, "distance": 1e-6, "length": 90.0, "elements": 100_000},
            {"name": "bias:0", "most": distance, "distance": distance, "length": 0.1, "elements": 1},
        ],
    }
    found, details = verdict(4, several, WHOLE, in_order=several, larger=one, differences={4: [compared]})
    assert found is expected
    assert ("bias:0 differs on the larger batch" in details) is (expected is Verdict.FAILED)
    assert "embedding:0" not in details


def test_runs_that_took_other_batches_are_not_compared() -> None:
    one = run(rank(0, [2], batches("abcdefgh", 4)))
    several = run(rank(0, [2], batches("abef", 2)), rank(1, [2], batches("abgh", 2)))
    found, details = verdict(4, several, WHOLE, in_order=several, larger=one, differences={4: []})
    assert found is Verdict.NOT_APPLICABLE
    assert details == "the ranks' batches of step 1 together are not the larger batch"


def test_the_same_draws_with_replacement_are_found() -> None:
    whole = rank(0, [4], batches("aabbcadbefghcdabefghabcd", 6), kind="tape")
    ranks = (rank(number, [2], batches("aabbcadbefgh", 6), kind="tape") for number in (0, 1))
    assert verdict(6, run(*ranks), run(whole))[0] is Verdict.FAILED
    ranks = (
        rank(number, [2], batches(text, 6), kind="tape") for number, text in enumerate(("aabbcadbefgh", "hgfedcbahgfe"))
    )
    assert verdict(6, run(*ranks), run(whole))[0] is Verdict.PASSED
