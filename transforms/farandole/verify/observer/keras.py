"""Keras: the batches of `fit`, and batch normalization."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from .loops import Loops
from .spec import Spec


def change_batches(module: Any, spec: Spec) -> None:
    """In a run in order have `fit` not shuffle arrays, and take batches larger by the factor that was asked for."""
    if not spec.in_order:
        return
    fit, factor = module.Model.fit, spec.batch_factor
    signature = inspect.signature(fit)

    @functools.wraps(fit)
    def watched_fit(*args: Any, **kwargs: Any) -> Any:
        call = signature.bind(*args, **kwargs)
        x = call.arguments.get("x")
        if hasattr(x, "shape") or isinstance(x, (list, tuple, dict)):
            call.arguments["shuffle"] = False
            call.arguments["batch_size"] = (call.arguments.get("batch_size") or 32) * factor
        return fit(*call.args, **call.kwargs)

    module.Model.fit = watched_fit


def end_epochs(module: Any, loops: Loops) -> None:
    """Have the epochs of `fit`, and the steps of each, ended as loops are."""
    handler = module.DataHandler
    epochs, steps = handler.enumerate_epochs, handler.steps

    @functools.wraps(epochs)
    def enumerate_epochs(self: Any) -> Any:
        return loops.each(epochs(self), self._epochs - self._initial_epoch)

    @functools.wraps(steps)
    def each_step(self: Any) -> Any:
        return loops.each(steps(self), self._inferred_steps)

    handler.enumerate_epochs, handler.steps = enumerate_epochs, each_step


def end_epochs_of_graphs(module: Any, loops: Loops, epochs: int) -> None:
    """Have `fit` of models in graphs of TensorFlow 1 end after a few epochs, and each after a few steps."""
    fit = module.Model.fit
    signature = inspect.signature(fit)

    @functools.wraps(fit)
    def watched_fit(*args: Any, **kwargs: Any) -> Any:
        call = signature.bind(*args, **kwargs)
        call.apply_defaults()
        given = call.arguments
        given["epochs"] = min(given["epochs"], given["initial_epoch"] + epochs)
        if given["steps_per_epoch"] is not None:
            given["steps_per_epoch"] = min(given["steps_per_epoch"], loops.steps)
        loops.cut = loops.unknown = True
        return fit(*call.args, **call.kwargs)

    module.Model.fit = watched_fit


def watch_batch_normalization(module: Any, seen: Callable[[], None]) -> None:
    """Have `seen` called when a layer that normalizes by batch is made."""
    cls = getattr(module, "BatchNormalizationBase", None)
    if cls is None:
        return
    original = cls.__init__

    @functools.wraps(original)
    def init(*args: Any, **kwargs: Any) -> None:
        seen()
        original(*args, **kwargs)

    cls.__init__ = init
