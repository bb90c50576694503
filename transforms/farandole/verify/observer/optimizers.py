"""Optimizers, of Keras and of TensorFlow 1: their steps, their learning rates, their epsilons."""

from __future__ import annotations

import sys
from typing import Any

EPSILON = 1e-2
"""Of adaptive optimizers in a run in order: gradients of this size and below are not made larger."""


def iterations(optimizer: Any) -> int | None:
    """Give the steps that an eager Keras optimizer has taken, or None for one that does not count them."""
    tensorflow = sys.modules["tensorflow"]
    try:
        with tensorflow.init_scope():
            return int(optimizer.iterations.numpy()) if tensorflow.executing_eagerly() else None
    except Exception:
        return None


def rate_attribute(optimizer: Any) -> str | None:
    """Give the attribute that holds an optimizer's learning rate: Keras's, or that of one of TF 1's optimizers."""
    inner = getattr(optimizer, "_optimizer", None)
    if inner is not None and not hasattr(optimizer, "learning_rate"):
        return rate_attribute(inner)
    return next((name for name in ("learning_rate", "_learning_rate", "_lr") if hasattr(optimizer, name)), None)


def learning_rate(optimizer: Any) -> float | None:
    """Give the learning rate of an optimizer now (a schedule's at its first step), or None where it can't be read."""
    name = rate_attribute(optimizer)
    if name is None:
        return None
    tensorflow = sys.modules["tensorflow"]
    try:
        with tensorflow.init_scope():
            rate = getattr(optimizer, name)
            return float(rate(0) if callable(rate) and not hasattr(rate, "numpy") else rate)
    except Exception:
        return None


def has_schedule(optimizer: Any) -> bool:
    """Say whether the learning rate of an optimizer follows a schedule."""
    name = rate_attribute(optimizer)
    return name is not None and _is_schedule(_given_rate(optimizer, name))


def _given_rate(optimizer: Any, name: str) -> Any:
    """Give the learning rate as an optimizer was given it: a number, a variable or a schedule."""
    hyper = getattr(optimizer, "_hyper", None)
    if hyper is not None:
        return hyper.get("learning_rate")
    return getattr(optimizer, "_learning_rate", None) if name == "learning_rate" else getattr(optimizer, name)


def _is_schedule(rate: Any) -> bool:
    return callable(rate) and not hasattr(rate, "numpy")


def scale_rate(optimizer: Any, factor: float, steps: int) -> None:
    """Multiply the learning rate of an optimizer, or the values of its schedule, which counts `steps` for each step."""
    name = rate_attribute(optimizer)
    if name is None:
        return
    tensorflow = sys.modules["tensorflow"]
    with tensorflow.init_scope():
        rate = _given_rate(optimizer, name)
        if _is_schedule(rate):
            kind = type(rate)
            scaled = {"__call__": lambda self, step: factor * kind.__call__(self, step * steps)}
            rate.__class__ = type(kind.__name__, (kind,), scaled)
        elif name == "learning_rate":
            optimizer.learning_rate = factor * float(optimizer.learning_rate)
        else:
            setattr(optimizer, name, factor * getattr(optimizer, name))


def smooth(optimizer: Any) -> None:
    """Raise the epsilon that an adaptive optimizer divides by.

    Adam makes a whole step of a gradient that is only rounding, and the same step of a gradient and of its double. An
    Adadelta whose epsilon is raised takes larger steps instead.
    """
    for part in (optimizer, getattr(optimizer, "_optimizer", None), getattr(optimizer, "inner_optimizer", None)):
        for name in ("epsilon", "_epsilon"):
            if isinstance(getattr(part, name, None), float) and "adadelta" not in type(part).__name__.lower():
                setattr(part, name, EPSILON)
