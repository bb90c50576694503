"""How a learning rate is scaled with the number of processes, as text."""

from __future__ import annotations

from farandole.options import LearningRateScaling, Options


def factor(hvd: str, options: Options) -> str:
    """Give what follows a learning rate to scale it, with `hvd` the file's name for Horovod; empty for no scaling."""
    match options.rate_scaling:
        case LearningRateScaling.LINEAR:
            return f" * {hvd}.size()"
        case LearningRateScaling.SQRT:
            return f" * {hvd}.size() ** 0.5"
        case LearningRateScaling.NONE:
            return ""
