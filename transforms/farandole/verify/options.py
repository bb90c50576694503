"""How a script is verified."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """How a script is verified.

    `max_steps` of an optimizer (0: all), `arguments` of the script, `timeout` of one run in seconds; without `gpu` the
    runs see no GPU.
    """

    python: str
    processes: int = 2
    max_steps: int = 20
    arguments: tuple[str, ...] = ()
    timeout: float = 600
    gpu: bool = False
