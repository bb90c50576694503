"""The steps that optimizers take, in eager code and in compiled functions, and the end when there were enough."""

from __future__ import annotations

import functools
import sys
import threading
import weakref
from typing import Any

from .loops import Enough, Loops
from .optimizers import has_schedule, iterations, learning_rate, scale_rate, smooth
from .samples import Events
from .spec import Spec
from .values import flat

RANDOM_OPERATIONS = frozenset(
    ["RandomUniform", "RandomStandardNormal", "TruncatedNormal", "RandomUniformInt", "RandomShuffle", "Multinomial"]
)


class Steps:
    """The optimizers of the script, how many steps each has taken, and the end when there were enough."""

    def __init__(self, spec: Spec, events: Events, loops: Loops | None) -> None:
        self._spec = spec
        self._loops = loops
        self._events = events
        self._optimizers: list[Any] = []
        self._baselines: list[int | None] = []
        self.counts: list[int] = []
        self.rates: list[float | None] = []
        self.rates_set = False
        self.trained: dict[int, Any] = {}
        self._now = threading.local()
        self._stepping: weakref.WeakKeyDictionary[Any, set[int]] = weakref.WeakKeyDictionary()
        self._sources: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        self._train_operations: dict[Any, int] = {}

    def enough(self) -> bool:
        """Whether an optimizer has taken all the steps that it may take."""
        return self._spec.max_steps > 0 and any(count >= self._spec.max_steps for count in self.counts)

    def started(self) -> bool:
        """Whether a step was taken."""
        return any(self.counts)

    def count(self, number: int, steps: int = 1) -> None:
        """Note steps of an optimizer, and in a run in order whether its rate was set to another than at the first."""
        self.counts[number] += steps
        optimizer = self._optimizers[number]
        if self._spec.in_order and not has_schedule(optimizer) and learning_rate(optimizer) != self.rates[number]:
            self.rates_set = True
        self._events.stepped()
        if self._loops is not None:
            self._loops.stepped(steps)

    def _number(self, optimizer: Any) -> int:
        for number, known in enumerate(self._optimizers):
            if known is optimizer:
                return number
        number = len(self._optimizers)
        self._optimizers.append(optimizer)
        self._baselines.append(iterations(optimizer))
        factors = self._spec.rate_factors
        if factors:
            scale_rate(optimizer, factors[min(number, len(factors) - 1)], self._spec.batch_factor)
        if self._spec.in_order:
            smooth(optimizer)
        self.counts.append(0)
        self.rates.append(learning_rate(optimizer))
        return number

    def _begin(self) -> None:
        """Take the counts of Keras's optimizers as they are: a broadcast or a restore may have changed them."""
        for number, optimizer in enumerate(self._optimizers):
            now = None if self._baselines[number] is None else iterations(optimizer)
            if now is not None:
                self._baselines[number] = now - self.counts[number]

    def _taken(self) -> dict[int, int]:
        """Give the steps that Keras's optimizers have taken since they were last noted."""
        taken = {}
        for number, optimizer in enumerate(self._optimizers):
            baseline = self._baselines[number]
            now = None if baseline is None else iterations(optimizer)
            if now is not None and baseline is not None and now > baseline + self.counts[number]:
                taken[number] = now - baseline - self.counts[number]
        return taken

    def watch_optimizer(self, cls: Any) -> None:
        """Have `apply_gradients` of an optimizer class noted."""
        original = vars(cls)["apply_gradients"]
        steps, now = self, self._now

        @functools.wraps(original)
        def apply_gradients(self: Any, grads_and_vars: Any, *args: Any, **kwargs: Any) -> Any:
            if getattr(now, "applying", False):
                return original(self, grads_and_vars, *args, **kwargs)
            eager = sys.modules["tensorflow"].executing_eagerly()
            if eager and steps.enough():
                raise Enough
            number = steps._number(self)
            pairs = list(grads_and_vars)
            # Kept alive: a model that is local to a function is gone when the script has ended.
            steps.trained.update({id(getattr(variable, "handle", variable)): variable for _, variable in pairs})
            if eager:
                steps._begin()
            now.applying = True
            try:
                result = original(self, pairs, *args, **kwargs)
            finally:
                now.applying = False
            counted = steps._baselines[number] is not None
            function = getattr(now, "function", None)
            if eager:
                for taken, by in steps._taken().items() if counted else [(number, 1)]:
                    steps.count(taken, by)
            elif function is not None:
                steps._stepping.setdefault(function, set()).update(() if counted else (number,))
            elif result is not None:
                steps._train_operations[getattr(result, "op", result)] = number
            return result

        apply_gradients.autograph_info__ = {}  # type: ignore[attr-defined]  # AutoGraph leaves it as it is
        cls.apply_gradients = apply_gradients

    def watch_functions(self, cls: Any) -> None:
        """Have the calls of compiled functions noted: the outermost is where their steps are seen and training ends."""
        original = cls.__call__
        steps, now = self, self._now

        @functools.wraps(original)
        def call(self: Any, *args: Any, **kwargs: Any) -> Any:
            nested = getattr(now, "function", None) is not None
            if nested or of_horovod(self) or not sys.modules["tensorflow"].executing_eagerly():
                return original(self, *args, **kwargs)
            if self in steps._stepping and steps.enough():
                raise Enough
            now.function = self
            steps._events.called()
            steps._begin()
            try:
                result = original(self, *args, **kwargs)
            finally:
                now.function = None
            taken = steps._taken()
            taken.update({number: 1 for number in steps._stepping.get(self, ())})
            if taken:
                steps._stepping.setdefault(self, set())
                if self not in steps._sources:
                    steps._sources[self] = steps._events.source("arguments")
                batch = [value for value in flat([args, kwargs]) if len(getattr(value, "shape", ())) > 0]
                steps._events.entered(steps._sources[self], batch)
            for number, by in taken.items():
                steps.count(number, by)
            return result

        call.autograph_info__ = {}  # type: ignore[attr-defined]
        cls.__call__ = call

    def reached(self, operation: Any) -> tuple[frozenset[int], bool]:
        """Give the optimizers whose train operation a run of `operation` runs, and whether it draws random numbers."""
        found: set[int] = set()
        draws = False
        seen, waiting = {operation}, [operation]
        while waiting:
            this = waiting.pop()
            if this in self._train_operations:
                found.add(self._train_operations[this])
            draws = draws or this.type in RANDOM_OPERATIONS
            before = {tensor.op for tensor in this.inputs} | set(this.control_inputs)
            waiting.extend(before - seen)
            seen |= before
        return frozenset(found), draws


def of_horovod(function: Any) -> bool:
    """Whether a compiled function is Horovod's own: a broadcast gives an optimizer the steps that another rank took."""
    return str(getattr(getattr(function, "python_function", None), "__module__", "")).startswith("horovod.")
