"""The learning rates and batches that a conversion has with several processes, for those who read a script."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from farandole.frameworks.script import Script
from farandole.options import DataDivision, LearningRateScaling, Options
from farandole.rules.horovod.rates.places import Form, Place, is_scaled, of_optimizer
from farandole.source import Document

_BATCHES = (
    "tensorflow.data.Dataset.batch",
    "tensorflow.keras.Model.fit",
)


@dataclass(frozen=True)
class Effective:
    """What a number of a script amounts to with several processes; `node` is the number."""

    document: Document
    node: ast.expr
    value: str
    explanation: str


def effective(script: Script, options: Options, processes: int) -> Iterator[Effective]:
    """Yield the learning rates and batch sizes that are plain numbers, in the order of the text.

    A rate grows with the processes as the options say, or as it is scaled already. A batch stays the same on each
    process; together they take that many times as many samples in a step, unless every process does all of the work.
    """
    found = {
        (each.document, each.node): each
        for each in (*_rates(script, options, processes), *_batches(script, options, processes))
    }
    order = {document: index for index, document in enumerate(script.documents)}
    yield from sorted(found.values(), key=lambda each: (order[each.document], each.document.span(each.node).start))


def _rates(script: Script, options: Options, processes: int) -> Iterator[Effective]:
    optimizers = dict.fromkeys(each for training in script.trainings for each in training.optimizers)
    for optimizer in optimizers:
        for place in of_optimizer(script, optimizer):
            if isinstance(place, Place) and place.form is Form.RATE and place.document in script.documents:
                rate = _number(place.node)
                factor = _factor(options, processes)
                if rate is not None and not is_scaled(script, place) and factor != 1:
                    yield Effective(
                        place.document,
                        place.node,
                        f"{rate * factor:g}",
                        f"the learning rate with {processes} processes",
                    )


def _batches(script: Script, options: Options, processes: int) -> Iterator[Effective]:
    if options.data is DataDivision.NONE or processes == 1 or not script.trainings:
        return
    for call in script.calls_to(*_BATCHES):
        node = call.argument("batch_size")
        size = _number(node) if node is not None else None
        if node is not None and size is not None and size > 0:
            yield Effective(
                call.document, node, f"{size * processes:g}", f"samples in a step of {processes} processes together"
            )


def _factor(options: Options, processes: int) -> float:
    match options.rate_scaling:
        case LearningRateScaling.LINEAR:
            return processes
        case LearningRateScaling.SQRT:
            return float(processes**0.5)
        case LearningRateScaling.NONE:
            return 1


def _number(node: ast.expr) -> float | None:
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return value
    return None
