"""Runs of a script under observation, as plain Python or under `horovodrun`, and their end in any case."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from farandole.verify.servers import OBSERVER, Environment

LAUNCH = OBSERVER / "launch.py"
COMPARISON = Path(__file__).with_name("comparison.py")
LAUNCHER = "from horovod.runner.launch import run_commandline; run_commandline()"
GLOO_LAUNCHER = (
    "import horovod.runner.launch as launch; launch.gloo_built = lambda verbose: True; launch.run_commandline()"
)
"""horovodrun would import TensorFlow only to ask whether Gloo is built, which the probe has answered."""

PATIENCE = "300"
"""Seconds that ranks may start apart; Horovod's 30 are few on a busy machine."""

STACK_FRAME = re.compile(r'^  File "(?P<path>.*)", line (?P<line>\d+) in (?P<function>.*)$')
ESCAPE = re.compile(r"\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")
STACK_PAUSE = 0.7
"""Seconds that processes have to write down where they stand before they are killed."""

Progress = Callable[[str, float], None]
"""Called about once a second with what is going on and for how many seconds it has."""


@dataclass(frozen=True)
class Host:
    """What is each host's own: its copy of the project, and the folder for constants below `/tmp`."""

    project: Path
    temporary: Path


@dataclass(frozen=True)
class Asked:
    """What the observer of a run is asked for; it reads this from `spec.json`.

    `script` and the `working` folder are below each host's copy of the project. `rank_seeds`: ranks are seeded
    differently; `exact`: graphs are run as they were written; `in_order`: datasets are not shuffled, and optimizers are
    smooth; `batch_factor`, `rate_factors`: batches and each optimizer's learning rate are multiplied; `devices`: CUDA's
    visible devices, None to leave them; `verifier`: the process whose end ends the run.

    `interrupted`: the script is ended after its first epoch. `quick`: after how many turns loops are ended, the
    replacements, and the sizes of synthetic data; `data`: a sample was laid over the project, and stands for what is
    not where the script looks; `tensorflow1`: the script is written for TensorFlow 1, whose names are in
    `tensorflow.compat.v1`.
    """

    script: str
    arguments: tuple[str, ...]
    working: str
    hosts: tuple[Host, ...]
    output: Path
    verifier: int
    max_steps: int
    devices: str | None
    seed: int = 20231
    rank_seeds: bool = False
    exact: bool = False
    in_order: bool = False
    batch_factor: int = 1
    rate_factors: tuple[float, ...] = ()
    interrupted: bool = False
    quick: Mapping[str, Any] | None = None
    data: bool = False
    tensorflow1: bool = False


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
    """A run to be made: its name in the progress, the number of processes (None: without Horovod), their hash seeds."""

    name: str
    asked: Asked
    processes: int | None
    hash_seeds: tuple[int, ...] = (0,)

    @property
    def output(self) -> Path:
        """Where its ranks write what they noted."""
        return self.asked.output

    @property
    def hosts(self) -> str:
        """How many processes each host has, in the words of `horovodrun -H`: its names are those of this machine."""
        on = [self.host(rank) for rank in range(self.processes or 1)]
        names = ("localhost", "127.0.0.1")
        return ",".join(f"{name}:{on.count(host)}" for name, host in zip(names, self.asked.hosts, strict=False))

    def host(self, rank: int) -> Host:
        """Give the host of a rank: each has as many processes, the last perhaps fewer."""
        return self.asked.hosts[rank // -(-(self.processes or 1) // len(self.asked.hosts))]


@dataclass(frozen=True)
class Launcher:
    """Starts the processes of runs: the interpreter, and the servers that fork them (none: each is executed anew)."""

    environment: Environment
    servers: Mapping[str, str]

    def start(self, run: Run) -> subprocess.Popen[bytes]:
        """Start a run."""
        private = run.output / "private"
        private.mkdir(parents=True)
        for host in run.asked.hosts:
            host.temporary.mkdir(parents=True, exist_ok=True)
        spec, launch = run.output / "spec.json", run.output / "launch.json"
        spec.write_text(json.dumps(asdict(run.asked), default=str), encoding="utf-8")
        python = self.environment.python
        asked = {"python": python, "observer": str(OBSERVER), "spec": str(spec)}
        launch.write_text(json.dumps({**asked, "servers": dict(self.servers), "hash_seeds": run.hash_seeds}))
        command = [python, "-S", "-E", str(LAUNCH), str(launch)]
        if run.processes is not None:
            launcher = [GLOO_LAUNCHER, "--gloo"] if self.environment.gloo else [LAUNCHER]
            command = [python, "-c", *launcher, "-np", str(run.processes), "-H", run.hosts, *command]
        with open(run.output / "launcher.log", "wb") as log:
            return subprocess.Popen(
                command,
                cwd=run.asked.hosts[0].project / run.asked.working,
                env={**os.environ, **settings(run.asked.devices), "TMPDIR": str(private)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )


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


def run_all(
    launcher: Launcher, runs: Sequence[Run], limit: float, progress: Progress, needed: Run | None = None
) -> list[Result]:
    """Make runs side by side and wait for their ends; what is left after `limit` seconds is ended.

    When the one that is `needed` fails, the others say nothing, and are ended at once. No process of
    theirs is left when this returns or raises, KeyboardInterrupt included.
    """
    name = ", ".join(run.name for run in runs)
    started = time.monotonic()
    processes: list[subprocess.Popen[bytes]] = []
    ended: dict[int, float] = {}
    stood: dict[int, dict[int, str]] = {}
    try:
        for run in runs:
            processes.append(launcher.start(run))
        while len(ended) < len(runs):
            seconds = time.monotonic() - started
            for number, process in enumerate(processes):
                if number not in ended and process.poll() is not None:
                    ended[number] = seconds
            progress(name, seconds)
            if seconds > limit or any(runs[number] is needed and processes[number].returncode for number in ended):
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


def settings(devices: str | None) -> dict[str, str]:
    """One thread in an operation, so that sums are taken in one order; and libraries that keep quiet and wait."""
    settings = {
        "HOROVOD_GLOO_TIMEOUT_SECONDS": PATIENCE,
        "HOROVOD_START_TIMEOUT": PATIENCE,
        "TF_CPP_MIN_LOG_LEVEL": "2",
        "TF_NUM_INTRAOP_THREADS": "1",
        "TF_DETERMINISTIC_OPS": "1",
        "OMP_NUM_THREADS": "1",
        "MPLBACKEND": "Agg",
    }
    return settings if devices is None else {**settings, "CUDA_VISIBLE_DEVICES": devices}


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
        places = (place(line, [host.project for host in run.asked.hosts]) for line in _lines(folder / "stack"))
        found = next(filter(None, places), None)
        if found is not None:
            stood[number] = found
    return stood


def place(line: str, projects: Iterable[Path]) -> str | None:
    """Give where a line of a stack stands, when that is below one of some folders.

    `faulthandler` writes it in ASCII, with escapes for all other characters.
    """
    frame = STACK_FRAME.match(ESCAPE.sub(lambda found: chr(int(found[1][1:], 16)), line))
    if frame is None:
        return None
    path = Path(frame["path"])
    project = next((each for each in projects if path.is_relative_to(each)), None)
    return None if project is None else f"{path.relative_to(project)}:{frame['line']} in {frame['function']}"


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
    """End a run's launcher, its ranks and all that they started; a run that is over has none.

    All are stopped before the first is killed, so that none of them prints that another one is gone.
    """
    if process.poll() is None:
        # What was started while the list was read is in the next.
        for sign in (signal.SIGSTOP, signal.SIGSTOP, signal.SIGKILL, signal.SIGKILL):
            children = _children()
            waiting = [process.pid, *filter(None, map(_pid, _rank_folders(run).values()))]
            while waiting:
                pid = waiting.pop()
                waiting += children.get(pid, [])
                with contextlib.suppress(OSError):
                    os.kill(pid, sign)
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
