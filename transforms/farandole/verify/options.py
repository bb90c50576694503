"""How a script is verified."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Options:
    """How a script is verified.

    `max_steps` of an optimizer (0: all), `arguments` of the script, `timeout` of one run in seconds; without `gpu` the
    runs see no GPU. A `quick` proof has synthetic data and few steps, with further `replacements` of what is loaded;
    `data` is a folder with a sample of the files that the script reads.
    """

    python: str
    processes: int = 2
    max_steps: int = 20
    arguments: tuple[str, ...] = ()
    timeout: float = 600
    gpu: bool = False
    quick: bool = False
    data: Path | None = None
    replacements: tuple[Path, ...] = ()
