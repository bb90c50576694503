"""Seeds for Python, NumPy, TensorFlow and Keras: the same in each run, and apart on each rank where that is asked."""

from __future__ import annotations

import functools
import random
import sys
import weakref
from typing import Any

from .spec import Spec
from .steps import Steps


class Seeds:
    """The seeds of one process; `random_in_training` tells whether training draws random numbers."""

    def __init__(self, spec: Spec, steps: Steps) -> None:
        self._spec = spec
        self._steps = steps
        self._seed = spec.seed + spec.seed_offset
        self._graph_seeds: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        self.random_in_training = False

    def python(self) -> None:
        """Seed Python's own generator."""
        random.seed(self._seed)

    def numpy(self, numpy: Any) -> None:
        """Seed NumPy's global generator, and those that are made without a seed."""
        numpy.random.seed(self._seed)
        make = numpy.random.default_rng
        unseeded = iter(range(self._seed + 1, 2**31))
        numpy.random.default_rng = functools.wraps(make)(
            lambda seed=None: make(next(unseeded) if seed is None else seed)
        )

    def tensorflow(self, tensorflow: Any) -> None:
        """Seed every random operation by its place among those of its graph, the same in each run.

        So an operation of Horovod in between changes nothing. Datasets keep the seeds that the script gave them.
        """
        seeds: Any = sys.modules["tensorflow.python.framework.random_seed"]
        data_seeds: Any = sys.modules["tensorflow.python.data.util.random_seed"]
        tensorflow.random.set_seed(self._spec.seed)
        original, offset = seeds.get_seed, self._spec.seed_offset

        def placed(op_seed: Any) -> Any:
            if tensorflow.executing_eagerly():
                return original(op_seed)
            graph = tensorflow.compat.v1.get_default_graph()
            if op_seed is None:
                op_seed = self._graph_seeds[graph] = self._graph_seeds.get(graph, 0) + 1
            if graph.seed is None:
                return self._spec.seed, op_seed
            return original(op_seed)

        def get_seed(op_seed: Any) -> Any:
            graph = tensorflow.compat.v1.get_default_graph()
            traced = tensorflow.inside_function() and not graph.name.startswith("Dataset")
            if traced or (tensorflow.executing_eagerly() and self._steps.started()):
                self.random_in_training = True
            first, second = placed(op_seed)
            return (first if first is None else (first + offset) % (2**31 - 1)), second

        seeds.get_seed = get_seed
        data_get_seed = data_seeds.get_seed

        def get_data_seed(seed: Any) -> Any:
            seeds.get_seed = placed
            try:
                return data_get_seed(seed)
            finally:
                seeds.get_seed = get_seed

        data_seeds.get_seed = get_data_seed

    def keras(self, backend: Any) -> None:
        """Keras draws the seeds of its initialisers from Python's generator: give it one of its own, by rank."""
        offset = self._spec.seed_offset
        if hasattr(backend, "_SEED_GENERATOR"):
            backend._SEED_GENERATOR.generator = random.Random(self._spec.seed)
        cls = getattr(backend, "RandomGenerator", None)
        if cls is not None:
            create = cls._create_seed
            cls._create_seed = lambda self, seed: create(self, seed) + offset
