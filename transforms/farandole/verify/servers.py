"""The servers of a verification: processes that have imported TensorFlow and Horovod, and fork the runs' processes."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

OBSERVER = Path(__file__).with_name("observer")

LONGEST = 60
"""The most characters of a folder that sockets are made in: their paths end at some hundred."""

HASH_SEEDS = (0, 1)
"""The values of PYTHONHASHSEED that the processes of a verification may have: each needs a server."""


@dataclass(frozen=True)
class Environment:
    """What the user's interpreter has."""

    python: str
    tensorflow: str | None
    horovod: str | None
    gloo: bool
    problem: str | None


class Servers:
    """A server for each hash seed, as long as the `with` statement lasts.

    Raises OSError when the interpreter can't be started.
    """

    def __init__(self, python: str, folder: Path, settings: Mapping[str, str]) -> None:
        self._python = python
        self._processes: dict[int, subprocess.Popen[bytes]] = {}
        self._log = folder / "server.log"
        self._sockets = tempfile.TemporaryDirectory(prefix="farandole-", dir=_short(folder))
        self.sockets = {str(seed): f"{self._sockets.name}/{seed}" for seed in HASH_SEEDS}
        with open(self._log, "wb") as log:
            for seed in HASH_SEEDS:
                self._processes[seed] = subprocess.Popen(
                    [python, str(OBSERVER), "--serve", self.sockets[str(seed)]],
                    env={**os.environ, **settings, "PYTHONHASHSEED": str(seed)},
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    start_new_session=True,
                )

    def environment(self) -> Environment:
        """Wait until each has imported the libraries; what they are."""
        environments = [self._environment(process) for process in self._processes.values()]
        return environments[0]

    def _environment(self, process: subprocess.Popen[bytes]) -> Environment:
        assert process.stdout is not None
        for line in process.stdout:  # a library may print when it is imported
            if line.startswith(b"{"):
                return Environment(self._python, **json.loads(line))
        said = self._log.read_text(errors="replace").strip().splitlines() or ["it printed nothing"]
        return Environment(self._python, None, None, False, said[-1])

    def __enter__(self) -> Servers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._processes.values():
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()
        self._sockets.cleanup()


def _short(folder: Path) -> Path:
    """Give the folder, or one of the system's where the path of a socket below it would be too long for a name."""
    return folder if len(str(folder)) < LONGEST else Path("/tmp")
