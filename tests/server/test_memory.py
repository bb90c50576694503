"""What an analysis has taken of memory is free when there is a newer one, without a collection of garbage."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from farandole.conversion.plan import make_plan
from farandole.frameworks.script import Script
from farandole.source import read
from farandole_server.analysis import Analyst
from farandole_server.worker import Cancelled

from tests.server.test_carrying import SCRIPTS, opened


@pytest.fixture(autouse=True)
def no_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("path", SCRIPTS[7 :: max(1, len(SCRIPTS) // 12)], ids=lambda path: path.stem)
def test_a_newer_analysis_frees_the_one_before(path: Path) -> None:
    text = read(path).text
    analyst = Analyst()
    snapshot, _ = opened(path, text, 0)
    before = analyst.analysis(snapshot, path, lambda: None)
    if before.script is None:
        pytest.skip(before.problem)
    make_plan(before.script, before.options)
    script, tree = weakref.ref(before.script), weakref.ref(before.script.entry.tree)
    del before
    snapshot, _ = opened(path, f"{text}\nanother = 1\n", 1)
    analyst.analysis(snapshot, path, lambda: None)
    assert (script(), tree()) == (None, None)


@pytest.mark.parametrize("share", [0.5, 0.9, 0.99])
def test_an_analysis_that_is_not_wanted_any_more_is_freed(share: float) -> None:
    path = next(path for path in SCRIPTS if path.parent.name == "tape-gan")
    asked = 0

    def count() -> None:
        nonlocal asked
        asked += 1

    def proceed() -> None:
        count()
        if asked > most:
            raise Cancelled

    snapshot, _ = opened(path, read(path).text, 0)
    Analyst().analysis(snapshot, path, count)
    gc.collect()
    most, asked = round(asked * share), 0
    with suppress(Cancelled):
        Analyst().analysis(snapshot, path, proceed)
        pytest.fail("it was wanted to its end")
    assert not any(isinstance(each, Script) for each in gc.get_objects())
