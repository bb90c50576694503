"""The engine of Farandole: what a training script means, what keeps it from many GPUs, and the edits that fix it."""

from __future__ import annotations

__version__ = "0.1.0"
