"""Runs of a script under observation, as plain Python or under `horovodrun`, and their end in any case."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import Any

OBSERVER = Path(__file__).with_name("observer.py")
COMPARISON = Path(__file__).with_name("comparison.py")
LAUNCHER = "from horovod.runner.launch import run_commandline; run_commandline()"
GLOO_LAUNCHER = (
    "import horovod.runner.launch as launch; launch.gloo_built = lambda verbose: True; launch.run_commandline()"
)
"""horovodrun would import TensorFlow only to ask whether Gloo is built, which the probe has answered."""

PATIENCE = "300"
"""Seconds that ranks may start apart; Horovod's 30 are few on a busy machine."""

PROBE = """
import importlib.util as u, json, sys
found = {"tensorflow": None, "horovod": None, "gloo": True, "problem": None}
try:
    import tensorflow
    found["tensorflow"] = tensorflow.__version__
    if u.find_spec("horovod"):
        import horovod, horovod.tensorflow as hvd
        found["horovod"], found["gloo"] = horovod.__version__, bool(hvd.gloo_built())
except Exception as problem:
    found["problem"] = f"{type(problem).__name__}: {problem}"
print("\\n" + json.dumps(found))
"""
STACK_FRAME = re.compile(r'^  File "(?P<path>.*)", line (?P<line>\d+) in (?P<function>.*)$')
STACK_PAUSE = 0.7
"""Seconds that processes have to write down where they stand before they are killed."""

Progress = Callable[[str, float], None]
"""Called about once a second with what is going on and for how many seconds it has."""


@dataclass(frozen=True)
class Environment:
    """What the user's interpreter has."""

    python: str
    tensorflow: str | None
    horovod: str | None
    gloo: bool
    problem: str | None


@dataclass(frozen=True)
class Asked:
    """What the observer of a run is asked for; it reads this from `spec.json`.

    `rank_seeds`: ranks are seeded differently; `exact`: graphs are run as they were written; `in_order`: datasets are
    not shuffled, and optimizers are smooth; `batch_factor`, `rate_factors`: batches and each optimizer's learning rate
    are multiplied; `devices`: CUDA's visible devices, None to leave them; `temporary`: the folder for constants below
    `/tmp`; `verifier`: the process whose end ends the run.
    """

    script: str
    arguments: tuple[str, ...]
    project: str
    temporary: str
    output: str
    verifier: int
    max_steps: int
    devices: str | None
    seed: int = 20231
    rank_seeds: bool = False
    exact: bool = False
    in_order: bool = False
    batch_factor: int = 1
    rate_factors: tuple[float, ...] = ()


class End(Enum):
    """How a run ended."""

    OK = "ended"
    CRASHED = "crashed"
    HUNG = "hung"


@dataclass(frozen=True)
class Rank:
    """What one process left: its observation (None when it did not come to its end), its output, where it stood."""

    number: int
    folder: Path
    observation: dict[str, Any] | None
    stdout: tuple[str, ...]
    stderr: tuple[str, ...]
    stood: str | None

    @property
    def last_line(self) -> str:
        """The last line that it printed, an error before anything else."""
        for lines in (self.stderr, self.stdout):
            for line in reversed(lines):
                if line.strip():
                    return line.strip()
        return ""


@dataclass(frozen=True)
class Result:
    """A run that is over."""

    end: End
    status: int
    seconds: float
    ranks: tuple[Rank, ...]
    launcher: tuple[str, ...]


@dataclass(frozen=True)
class Run:
    """A run to be made: its name in the progress, its folder, the number of processes (None: without Horovod)."""

    name: str
    asked: Asked
    cwd: Path
    processes: int | None

    @property
    def output(self) -> Path:
        """Where its ranks write what they noted."""
        return Path(self.asked.output)


@functools.cache
def probe(python: str) -> Environment:
    """Give what an interpreter has. Raises OSError when it can't be started."""
    done = subprocess.run(
        [python, "-c", PROBE], capture_output=True, text=True, env={**os.environ, **_settings("-1")}, check=False
    )
    lines = done.stdout.strip().splitlines()
    try:
        found = json.loads(lines[-1])
    except (IndexError, ValueError):
        problem = (done.stderr.strip().splitlines() or ["it printed nothing"])[-1]
        return Environment(python, None, None, False, problem)
    return Environment(python, **found)


def compare(python: str, pairs: Sequence[tuple[Path, Path]]) -> list[dict[str, Any]]:
    """Give what differs between the variables of each two ranks' folders; see `comparison.py`."""
    done = subprocess.run(
        [python, str(COMPARISON)],
        input=json.dumps([[str(first), str(second)] for first, second in pairs]),
        capture_output=True,
        text=True,
        check=True,
    )
    compared: list[dict[str, Any]] = json.loads(done.stdout)
    return compared


def run_all(environment: Environment, runs: Sequence[Run], limit: float, progress: Progress) -> list[Result]:
    """Make runs side by side and wait for their ends; what is left after `limit` seconds is ended.

    No process of theirs is left when this returns or raises, KeyboardInterrupt included.
    """
    name = ", ".join(run.name for run in runs)
    started = time.monotonic()
    processes: list[subprocess.Popen[bytes]] = []
    ended: dict[int, float] = {}
    stood: dict[int, dict[int, str]] = {}
    try:
        for run in runs:
            processes.append(_start(environment, run))
        while len(ended) < len(runs):
            seconds = time.monotonic() - started
            for number, process in enumerate(processes):
                if number not in ended and process.poll() is not None:
                    ended[number] = seconds
            progress(name, seconds)
            if seconds > limit:
                break
            time.sleep(0.1)
        for number in set(range(len(runs))) - set(ended):
            stood[number] = _where(runs[number])
    finally:
        for process, run in zip(processes, runs, strict=False):
            _end(process, run)
    return [
        _result(run, process, ended.get(number), stood.get(number, {}), limit)
        for number, (run, process) in enumerate(zip(runs, processes, strict=True))
    ]


def _settings(devices: str | None) -> dict[str, str]:
    """One thread in an operation, so that sums are taken in one order; and libraries that keep quiet and wait."""
    settings = {
        "HOROVOD_GLOO_TIMEOUT_SECONDS": PATIENCE,
        "HOROVOD_START_TIMEOUT": PATIENCE,
        "TF_CPP_MIN_LOG_LEVEL": "2",
        "TF_NUM_INTRAOP_THREADS": "1",
        "TF_DETERMINISTIC_OPS": "1",
        "OMP_NUM_THREADS": "1",
        "PYTHONHASHSEED": "0",
        "MPLBACKEND": "Agg",
    }
    return settings if devices is None else {**settings, "CUDA_VISIBLE_DEVICES": devices}


def _start(environment: Environment, run: Run) -> subprocess.Popen[bytes]:
    output = run.output
    private = output / "private"
    private.mkdir(parents=True)
    Path(run.asked.temporary).mkdir(parents=True, exist_ok=True)
    spec = output / "spec.json"
    spec.write_text(json.dumps(asdict(run.asked)), encoding="utf-8")
    command = [environment.python, str(OBSERVER), str(spec)]
    if run.processes is not None:
        number = str(run.processes)
        launch = [GLOO_LAUNCHER, "--gloo"] if environment.gloo else [LAUNCHER]
        command = [environment.python, "-c", *launch, "-np", number, "-H", f"localhost:{number}", *command]
    with open(output / "launcher.log", "wb") as log:
        return subprocess.Popen(
            command,
            cwd=run.cwd,
            env={**os.environ, **_settings(run.asked.devices), "TMPDIR": str(private)},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def _rank_folders(run: Run) -> dict[int, Path]:
    return {int(folder.name[5:]): folder for folder in run.output.glob("rank-*")}


def _pid(folder: Path) -> int | None:
    try:
        return int((folder / "pid").read_text())
    except (OSError, ValueError):
        return None


def _where(run: Run) -> dict[int, str]:
    """Where each rank stands now: the innermost line of the script or of its project."""
    folders = _rank_folders(run)
    for folder in folders.values():
        pid = _pid(folder)
        if pid is not None:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGUSR1)
    time.sleep(STACK_PAUSE)
    stood = {}
    for number, folder in folders.items():
        for line in _lines(folder / "stack"):
            frame = STACK_FRAME.match(line)
            if frame and Path(frame["path"]).is_relative_to(run.asked.project):
                path = Path(frame["path"]).relative_to(run.asked.project)
                stood[number] = f"{path}:{frame['line']} in {frame['function']}"
                break
    return stood


def _children() -> dict[int, list[int]]:
    """Give the children of each process of this machine."""
    children: dict[int, list[int]] = {}
    if Path("/proc/self/stat").exists():
        pairs = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    # The name, in parentheses, may hold anything; the parent is the second field after it.
                    after_name = (entry / "stat").read_text(errors="replace").rpartition(")")[2]
                    pairs.append((int(entry.name), int(after_name.split()[1])))
    else:
        listing = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=False).stdout
        pairs = [(int(pid), int(parent)) for pid, parent in (line.split() for line in listing.splitlines())]
    for pid, parent in pairs:
        children.setdefault(parent, []).append(pid)
    return children


def _end(process: subprocess.Popen[bytes], run: Run) -> None:
    """End a run's launcher, its ranks and all that they started; a run that is over has none."""
    if process.poll() is None:
        for _ in range(2):  # what was started while the list was read is in the second
            children = _children()
            waiting = [process.pid, *filter(None, map(_pid, _rank_folders(run).values()))]
            while waiting:
                pid = waiting.pop()
                waiting += children.get(pid, [])
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
        process.wait()
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)


def _lines(path: Path) -> tuple[str, ...]:
    """Give the lines of a file as a terminal would leave them: what a carriage return went over is gone."""
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ()
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|[^\n]\x08", "", text).replace("\x08", "")
    return tuple(line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n") if line.strip())


def _result(
    run: Run, process: subprocess.Popen[bytes], seconds: float | None, stood: dict[int, str], limit: float
) -> Result:
    ranks = []
    for number, folder in sorted(_rank_folders(run).items()):
        try:
            observation = json.loads((folder / "observation.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            observation = None
        ranks.append(
            Rank(number, folder, observation, _lines(folder / "stdout"), _lines(folder / "stderr"), stood.get(number))
        )
    if seconds is None:
        end, status = End.HUNG, 0
    else:
        status = process.returncode
        end = End.OK if status == 0 else End.CRASHED
    return Result(end, status, limit if seconds is None else seconds, tuple(ranks), _lines(run.output / "launcher.log"))
