"""TensorFlow's graphs, as they are run."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any


def leave_graphs(tensorflow: Any, session: Any) -> None:
    """Have no graph rewritten, neither of compiled functions nor of sessions.

    The graph optimizer fuses other operations where Horovod's stand among them: sums then differ in a last bit.
    """
    tensorflow.config.optimizer.set_experimental_options({"disable_meta_optimizer": True})
    original = session.__init__

    @functools.wraps(original)
    def init(self: Any, target: str = "", graph: Any = None, config: Any = None) -> None:
        if isinstance(config, tensorflow.compat.v1.ConfigProto):
            given, config = config, tensorflow.compat.v1.ConfigProto()
            config.CopyFrom(given)
            config.graph_options.rewrite_options.disable_meta_optimizer = True
        original(self, target, graph, config)  # without a config it takes that of compiled functions

    session.__init__ = init


def watch_batch_normalization(operations: Any, seen: Callable[[], None]) -> None:
    """Have `seen` called when an operation that normalizes by batch is made for training."""
    fused = operations.fused_batch_norm_v3

    @functools.wraps(fused)
    def fused_batch_norm_v3(*args: Any, **kwargs: Any) -> Any:
        if kwargs.get("is_training", True):
            seen()
        return fused(*args, **kwargs)

    operations.fused_batch_norm_v3 = fused_batch_norm_v3
