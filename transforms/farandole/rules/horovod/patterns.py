"""Which training patterns have their steps in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from farandole.frameworks.horovod.use import initialised_by
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.options import Options
from farandole.rules.rule import Finding, Rule

Finder = Callable[[Rule, Script, Training, Options], Iterator[Finding]]

GRAPHS = frozenset({Pattern.SESSION, Pattern.MONITORED_SESSION, Pattern.ESTIMATOR})
"""The patterns of TensorFlow 1, whose steps have much in common."""

_CONVERTED = GRAPHS | {Pattern.GRADIENT_TAPE, Pattern.KERAS}


def is_to_convert(script: Script, training: Training) -> bool:
    """Say whether a training is of a pattern that is converted, and is not yet: each step has something to say of it."""
    return training.pattern in _CONVERTED and not initialised_by(script)
