"""What a run was asked for."""

from __future__ import annotations

import json
import os
from typing import Any

RANK_SEED_DISTANCE = 7919
RANK_VARIABLES = ("HOROVOD_RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK")


class Spec:
    """What was asked for, as it is for this process; see `runs.Asked`."""

    def __init__(self, path: str) -> None:
        with open(path, encoding="utf-8") as file:
            asked = json.load(file)
        self.rank = next((int(os.environ[name]) for name in RANK_VARIABLES if name in os.environ), 0)
        hosts = asked["hosts"]
        host = hosts[int(os.environ.get("HOROVOD_CROSS_RANK", "0")) % len(hosts)]
        self.project: str = host["project"]
        self.temporary: str = host["temporary"]
        self.script = os.path.join(self.project, asked["script"])
        self.working = os.path.join(self.project, asked["working"])
        self.output = os.path.join(asked["output"], f"rank-{self.rank}")
        self.arguments: list[str] = asked["arguments"]
        self.seed: int = asked["seed"]
        self.rank_seeds: bool = asked["rank_seeds"]
        self.max_steps: int = asked["max_steps"]
        self.exact: bool = asked["exact"]
        self.in_order: bool = asked["in_order"]
        self.batch_factor: int = asked["batch_factor"]
        self.rate_factors: list[float] = asked["rate_factors"]
        self.devices: str | None = asked["devices"]
        self.verifier: int = asked["verifier"]
        self.quick: dict[str, Any] | None = asked["quick"]
        self.interrupted: bool = asked["interrupted"]
        self.data: bool = asked["data"]
        self.tensorflow1: bool = asked["tensorflow1"]
        self.processes = int(os.environ.get("HOROVOD_SIZE", "1"))

    @property
    def seed_offset(self) -> int:
        """What this rank adds to the seeds of random operations."""
        return self.rank * RANK_SEED_DISTANCE if self.rank_seeds else 0
