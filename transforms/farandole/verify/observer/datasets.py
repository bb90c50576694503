"""TensorFlow's data sets: what their iterators yield, and their batches."""

from __future__ import annotations

import functools
from typing import Any

from .loops import LENGTH
from .samples import Events
from .spec import Spec


def watch_datasets(dataset_ops: Any, tensorflow: Any, events: Events) -> None:
    """Have what each iterator yields noted."""

    def tapped(dataset: Any) -> Any:
        source = events.source("dataset")
        single = not isinstance(tensorflow.compat.v1.data.get_output_types(dataset), tuple)

        def note(*elements: Any) -> Any:
            values = tensorflow.nest.flatten(elements, expand_composites=True)
            noting = tensorflow.numpy_function(lambda *batch: noted(list(batch)), values, tensorflow.int64)
            with tensorflow.control_dependencies([noting]):
                first = tensorflow.nest.map_structure(tensorflow.identity, elements, expand_composites=True)
            return first[0] if single else first

        def noted(batch: list[Any]) -> int:
            events.drawn(source, batch)
            return 0

        note.autograph_info__ = {}  # type: ignore[attr-defined]  # AutoGraph leaves it as it is
        return dataset.map(note)

    v2, v1 = dataset_ops.DatasetV2, dataset_ops.DatasetV1
    iterate = v2.__iter__

    @functools.wraps(iterate)
    def watched_iterate(self: Any) -> Any:
        if not tensorflow.executing_eagerly():
            return iterate(self)
        iterator, count = iterate(tapped(self)), int(self.cardinality())
        if count >= 0:
            setattr(iterator, LENGTH, count)
        return iterator

    v2.__iter__ = watched_iterate
    for name in ("_make_one_shot_iterator", "_make_initializable_iterator"):
        make = getattr(v1, name)
        setattr(v1, name, lambda self, *args, make=make, **kwargs: make(tapped(self), *args, **kwargs))


def change_batches(dataset_ops: Any, spec: Spec) -> None:
    """In a run in order have nothing shuffled, and batches larger by the factor that was asked for."""
    v2, factor = dataset_ops.DatasetV2, spec.batch_factor
    if spec.in_order:
        v2.shuffle = functools.wraps(v2.shuffle)(lambda self, *_, **__: self)
    if factor > 1:
        for name in ("batch", "padded_batch"):
            batch = getattr(v2, name)

            @functools.wraps(batch)
            def larger(self: Any, batch_size: Any, *args: Any, batch: Any = batch, **kwargs: Any) -> Any:
                return batch(self, batch_size * factor, *args, **kwargs)

            setattr(v2, name, larger)
