"""An analysis that is not wanted any more ends soon: `proceed` is called often enough, wherever it is."""

from __future__ import annotations

import gc
import time
from itertools import pairwise
from pathlib import Path

from farandole import source
from farandole.conversion.plan import find
from farandole.frameworks.analyse import analyse
from farandole.options import Options

from benchmarks.speed import programs

LONGEST = 0.3
"""Seconds of CPU time between two questions whether the analysis is still wanted."""


def test_it_is_asked_again_and_again_whether_the_analysis_is_wanted(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text("import tensorflow as tf\ntf.keras.Sequential().fit()\n", encoding="utf-8")
    find(analyse(script, Options(), source.read), Options())  # loads, once, what all analyses share
    script.write_text(programs.dense(800), encoding="utf-8")
    asked: list[float] = []
    gc.collect()
    gc.freeze()  # what other tests have left is not gone through while this one measures
    try:
        analysed = analyse(script, Options(), source.read, lambda root: (), lambda: asked.append(time.thread_time()))
        find(analysed, Options())
    finally:
        gc.unfreeze()
    assert max(later - sooner for sooner, later in pairwise(asked)) < LONGEST
