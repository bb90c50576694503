"""The samples that enter a gradient tape in eager code, where no single data set tells them."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable
from typing import Any

from .samples import Events
from .steps import RANDOM_OPERATIONS

SHAPED = re.compile(
    r"Reshape|Transpose|Sum|Mean|Prod|Max|Min|All|Any|StridedSlice|Slice|Tile|Pad|PadV2|ConcatV2|ExpandDims|BroadcastTo|"
    r"Fill|Split|SplitV|Squeeze|ReverseV2|Range"
)
"""Operations whose vectors of whole numbers are shapes and axes."""


class Tape:
    """What enters the operations under one tape: values that meet a variable, and depend on none themselves.

    So a batch of samples is found where it meets the first weights, and its labels where they meet the predictions,
    however they were selected and prepared before.
    """

    def __init__(self, differentiated: Callable[[list[Any]], bool]) -> None:
        self._differentiated = differentiated
        self._noise: dict[int, Any] = {}
        self._entered: dict[int, Any] = {}

    def note(self, operation: Any, inputs: Any, attributes: Any, outputs: Any, *_: Any, **__: Any) -> None:
        """Note an operation; the parameters are those of TensorFlow's operation callbacks."""
        name = operation.decode() if isinstance(operation, bytes) else str(operation)
        free = [t for t in inputs if t.dtype.name != "resource" and not self._differentiated([t])]
        noisy = any(id(tensor) in self._noise for tensor in inputs)
        if len(free) < len(inputs):
            for tensor in free:
                shape = SHAPED.fullmatch(name) and tensor.dtype.is_integer
                if tensor.shape.rank and not shape and id(tensor) not in self._noise:
                    self._entered[id(tensor)] = tensor
        elif noisy or name in RANDOM_OPERATIONS:
            # Kept: the number of a tensor that is gone would be another's.
            self._noise.update({id(tensor): tensor for tensor in outputs})

    def samples(self) -> list[Any]:
        """Give what entered with as many rows as the first."""
        entered = list(self._entered.values())
        return [tensor for tensor in entered if tensor.shape[0] == entered[0].shape[0]]


class Tapes:
    """The tapes of eager code, each with the place of its `with` statement as a source of samples."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._sources: dict[tuple[str, int], int] = {}

    def watch(self, cls: Any, callbacks: Any, differentiated: Callable[[list[Any]], bool]) -> None:
        """Have what enters a tape noted, unless it is told by the one data set that is iterated over.

        `differentiated` tells whether an open tape follows tensors.
        """
        enter, leave = cls.__enter__, cls.__exit__
        open_tapes: dict[int, tuple[Tape, int]] = {}

        @functools.wraps(enter)
        def watched_enter(tape: Any) -> Any:
            result = enter(tape)
            eager = sys.modules["tensorflow"].executing_eagerly()
            if eager and not open_tapes and len(self._events.drawn_since_step()) != 1:
                frame = sys._getframe(1)
                place = (frame.f_code.co_filename, frame.f_code.co_firstlineno)
                if place not in self._sources:
                    self._sources[place] = self._events.source("tape")
                noted = Tape(differentiated)
                callbacks.add_op_callback(noted.note)
                open_tapes[id(tape)] = (noted, self._sources[place])
            return result

        @functools.wraps(leave)
        def watched_leave(tape: Any, *problem: Any) -> Any:
            noted, source = open_tapes.pop(id(tape), (None, 0))
            if noted is not None:
                callbacks.remove_op_callback(noted.note)
                self._events.entered(source, noted.samples())
            return leave(tape, *problem)

        watched_enter.autograph_info__ = watched_leave.autograph_info__ = {}  # type: ignore[attr-defined]
        cls.__enter__, cls.__exit__ = watched_enter, watched_leave
