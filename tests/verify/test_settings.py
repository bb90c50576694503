"""The verdicts on runs in other settings: two hosts, other hash seeds, a run that is started again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from farandole.verify import scratch
from farandole.verify.oracles import judge
from farandole.verify.oracles.evidence import Evidence, Resumption, Setting, Verdict
from farandole.verify.oracles.resumption import goes_on, one_host_decides
from farandole.verify.oracles.settings import failing, holds_on_two_hosts, holds_with_other_hash_seeds
from farandole.verify.runs import Asked, End, Host, Result, Run

from tests.verify.test_oracles import HALF, WHOLE, rank, run

EQUAL: list[dict[str, Any]] = [{"count": 1, "others": None, "not_finite": [], "different": []}]
APART = [
    {
        **EQUAL[0],
        "different": [{"name": "kernel:0", "most": 0.5, "distance": 1.0, "length": 1.0, "elements": 2}],
    }
]
CRASHED = run(rank(0, [1], ended="raised", error="ValueError: lost"), rank(1, [1]), end=End.CRASHED, status=1)


def setting(result: Result, differences: Any = EQUAL, written: Any = None) -> Setting:
    return Setting(result, differences, written or {1: []})


def evidence(**more: Any) -> Evidence:
    """Give the evidence of a run on one host where everything holds, and more."""
    return Evidence(2, 20, run(*HALF), original=WHOLE, differences={2: EQUAL}, written={1: []}, **more)


def test_what_holds_everywhere_passes() -> None:
    seen = evidence(on_hosts=setting(run(*HALF)))
    assert failing(seen, setting(run(*HALF))) == []
    assert holds_on_two_hosts(seen)[0] is holds_with_other_hash_seeds(seen)[0] is Verdict.PASSED


@pytest.mark.parametrize(
    ("there", "problem"),
    [
        (setting(CRASHED), "only on two hosts: crashed with status 1"),
        (setting(run(*HALF), APART), "only on two hosts: kernel:0 differs on rank 1 by up to 0.5"),
        (setting(run(*HALF), written={1: ["model.h5"]}), "only on two hosts: rank 1 wrote model.h5"),
    ],
)
def test_what_fails_on_two_hosts_with_equal_hash_seeds_is_of_the_hosts(there: Setting, problem: str) -> None:
    seen = evidence(on_hosts=there, on_hosts_equally_hashed=there)
    verdict, details = holds_on_two_hosts(seen)
    assert (verdict, details[0]) == (Verdict.FAILED, problem)
    assert holds_with_other_hash_seeds(seen)[0] is Verdict.NOT_APPLICABLE


def test_what_equal_hash_seeds_mend_is_of_the_hash_seeds() -> None:
    seen = evidence(on_hosts=setting(run(*HALF), APART), on_hosts_equally_hashed=setting(run(*HALF)))
    assert holds_on_two_hosts(seen)[0] is Verdict.PASSED
    verdict, details = holds_with_other_hash_seeds(seen)
    assert verdict is Verdict.FAILED
    assert details == ["only with PYTHONHASHSEED different on each rank: kernel:0 differs on rank 1 by up to 0.5"]


def test_what_fails_on_one_host_too_is_not_named_again() -> None:
    seen = replace(evidence(on_hosts=setting(CRASHED)), distributed=CRASHED)
    assert holds_on_two_hosts(seen)[0] is holds_with_other_hash_seeds(seen)[0] is Verdict.NOT_APPLICABLE


AGAIN = run(rank(0, [2]))
"""The original, started again: it takes two steps more."""


def resumed(on_hosts: Result, on_one: Result | None = None, differences: Any = EQUAL) -> Evidence:
    ended = run(*(rank(number, [1], ended="stopped") for number in (0, 1)))
    one = None if on_one is None else Resumption(ended, setting(on_one))
    two = Resumption(ended, setting(on_hosts, differences))
    return evidence(original_again=AGAIN, resumed_on_hosts=two, resumed_on_one_host=one)


GOES_ON = run(rank(0, [1]), rank(1, [1]))
ANEW = run(rank(0, [4]), rank(1, [4]))


def test_a_run_that_goes_on_as_the_original_passes() -> None:
    assert goes_on(resumed(GOES_ON)) == (
        Verdict.PASSED,
        ["started again, it took 1 steps on each rank, the original 2"],
    )
    assert not one_host_decides(resumed(GOES_ON))


def test_a_run_that_begins_anew_where_the_original_goes_on_is_found() -> None:
    verdict, details = goes_on(resumed(ANEW, ANEW))
    assert verdict is Verdict.FAILED
    assert details[0] == "started again, rank 0 took 4 steps, the original 2"


def test_what_only_another_host_does_not_have_is_named_so() -> None:
    assert one_host_decides(resumed(CRASHED))
    verdict, details = goes_on(resumed(CRASHED, GOES_ON))
    assert verdict is Verdict.FAILED
    assert details[0] == "only on two hosts: started again, it crashed with status 1"
    assert goes_on(resumed(GOES_ON, differences=APART))[0] is Verdict.FAILED


def test_every_oracle_has_a_verdict() -> None:
    seen = evidence(why_not=dict.fromkeys((3, 4, 7, 10), "not known"))
    assert [outcome.number for outcome in judge(seen)] == list(range(1, 11))


def test_processes_are_shared_among_the_hosts(tmp_path: Path) -> None:
    hosts = tuple(Host(tmp_path / name, tmp_path / name) for name in ("one", "two"))
    asked = Asked("train.py", (), ".", hosts, tmp_path, 1, 0, None)
    assert Run("two", asked, 2).hosts == "localhost:1,127.0.0.1:1"
    assert Run("three", asked, 3).hosts == "localhost:2,127.0.0.1:1"
    assert Run("one", replace(asked, hosts=hosts[:1]), 2).hosts == "localhost:2"
    assert [Run("four", asked, 4).host(number) for number in range(4)] == [hosts[0], hosts[0], hosts[1], hosts[1]]


def test_inputs_that_a_host_prepares_for_itself_were_read(tmp_path: Path) -> None:
    kept, unread = tmp_path / "data" / "kept", tmp_path / "unread"
    kept.parent.mkdir()
    for path in (kept, unread):
        path.write_text("x")
    assert not scratch.was_read(kept.parent)
    kept.read_text()
    if kept.stat().st_atime_ns == kept.stat().st_mtime_ns:
        pytest.skip("this file system does not note when files are read")
    assert scratch.was_read(kept) and scratch.was_read(kept.parent) and not scratch.was_read(unread)
