"""What the summaries of a TensorFlow 1 graph are computed from: `merge_all` gives all, and a session saves all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from farandole.analysis.answers import answered_once
from farandole.analysis.points_to.values import Instance, Value
from farandole.analysis.program import Program

_ALL = "tensorflow.summary.merge_all"
_KINDS = tuple(f"tensorflow.summary.{kind}" for kind in ("audio", "histogram", "image", "scalar", "text"))

_OF_GRADIENTS = {
    "tensorflow.contrib.layers.optimize_loss": ("summaries", True),
    "tensorflow.contrib.slim.learning.create_train_op": ("summarize_gradients", False),
    "tensorflow.contrib.training.create_train_op": ("summarize_gradients", False),
}
"""Functions that make a train op, with the argument for summaries of its gradients, and whether it has them without."""


@answered_once
def all_summaries(program: Program) -> frozenset[Value]:
    """Give what the summaries are computed from that a script, or a function that makes a train op for it, adds."""
    return frozenset(_summarised(program))


def with_summaries(program: Program, values: Iterable[Value]) -> frozenset[Value]:
    """Give some values, and what all summaries are computed from where these are computed from them."""
    given = frozenset(values)
    return given | all_summaries(program) if program.origins(given, lambda each: _merges(program, each)) else given


def _summarised(program: Program) -> Iterator[Value]:
    for call in program.calls_to(*_KINDS):
        yield from (value for argument in call.arguments for value in program.values(argument))
    for name, (parameter, default) in _OF_GRADIENTS.items():
        for call in program.calls_to(name):
            argument = call.argument(parameter)
            if default if argument is None else program.constants(argument) != {False}:
                yield from program.values(call.node)


def _merges(program: Program, value: Value) -> bool:
    call = program.creation(value) if isinstance(value, Instance) else None
    return call is not None and _ALL in call.names
