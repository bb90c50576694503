"""Build the environment with PyTorch on CPU, in which its back end is proved.

`python3 tests/staging/backends/environment.py` builds it once (a minute) into `$FARANDOLE_TORCH_ENV`, or into a folder
under `~/.cache/farandole/` named after what is in it, and prints the path of its interpreter; `--find` never builds.
Needs a Python that PyTorch has wheels for, with pip. Standard library only.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

LIBRARIES = ("torch==2.13.0", "numpy>=2,<3", "setuptools<85")
INDEX = "https://download.pytorch.org/whl/cpu"
"""Has the wheels without CUDA; where it cannot be reached, those of PyPI do."""

COMPLETE = "complete"


def location() -> Path:
    """Give the folder of the environment, built or not."""
    chosen = os.environ.get("FARANDOLE_TORCH_ENV")
    if chosen:
        return Path(chosen).expanduser().absolute()
    cache = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    return cache / "farandole" / f"torch-2.13.0-{sys.version_info.major}.{sys.version_info.minor}"


def interpreter() -> Path | None:
    """Give the interpreter of the environment, or None when it is not built to its end."""
    python = location() / "bin" / "python"
    return python if (location() / COMPLETE).is_file() and python.exists() else None


def build(folder: Path) -> None:
    """Build the environment in `folder` from nothing; raises CalledProcessError when a command fails."""
    if folder.exists():
        shutil.rmtree(folder)
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    pip = [
        str(folder / "bin" / "python"),
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "--quiet",
        "--no-input",
    ]
    cpu = subprocess.run([*pip, "--index-url", INDEX, "--timeout", "10", "--retries", "0", LIBRARIES[0]], check=False)
    missing = LIBRARIES if cpu.returncode else LIBRARIES[1:]
    subprocess.run([*pip, *missing], check=True, stdout=sys.stderr)
    subprocess.run([pip[0], "-c", "import torch; torch.ones(1)"], check=True)
    (folder / COMPLETE).touch()


def ensure() -> Path:
    """Give the interpreter of the environment, built first when it is not there; two callers build it once."""
    folder = location()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open(folder.with_name(folder.name + ".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if interpreter() is None:
            build(folder)
    found = interpreter()
    assert found is not None
    return found


def main() -> int:
    """Print the interpreter's path: 0, or 1 and the reason."""
    parser = argparse.ArgumentParser(description="Build or find the environment with PyTorch.")
    parser.add_argument("--find", action="store_true", help="do not build: fail when it is not there")
    try:
        python = interpreter() if parser.parse_args().find else ensure()
    except subprocess.CalledProcessError as problem:
        print(f"environment.py: {problem}", file=sys.stderr)
        return 1
    if python is None:
        print(f"environment.py: not built: {location()}; run: python3 {sys.argv[0]}", file=sys.stderr)
        return 1
    print(python)
    return 0


if __name__ == "__main__":
    sys.exit(main())
