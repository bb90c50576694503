"""Which training patterns have their steps in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.options import Options
from farandole.rules.rule import Finding, Rule

Finder = Callable[[Rule, Script, Training, Options], Iterator[Finding]]

GRAPHS = frozenset({Pattern.SESSION, Pattern.MONITORED_SESSION, Pattern.ESTIMATOR})
"""The patterns of TensorFlow 1, whose steps have much in common."""

CONVERTED = GRAPHS | {Pattern.GRADIENT_TAPE, Pattern.KERAS}
"""The patterns that are converted: each step has something to say of a training of one."""
