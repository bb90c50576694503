"""The libraries that are installed for a project: where, and which of them define models."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

from farandole.source import UnreadableFile, ensure_readable

MARKERS = (b"tensorflow", b"keras")
MOST_FILES = 500
"""How many files of a package are looked into for a sign of TensorFlow."""

ENVIRONMENTS = (".venv", "venv", "env")

FRAMEWORKS = ("tensorflow", "keras", "horovod")
"""The libraries that training code is written for: a name of theirs never means a file of the project."""

BUILT_ON_TENSORFLOW = ("sugartensor", "tensorlayer", "tensorpack", "tflearn")
"""The libraries that train by TensorFlow themselves, so that a script may name them alone."""


def hiding(script: Path) -> tuple[str, Path] | None:
    """Give the framework that a file beside a script hides from it, as Python looks there first, and that file."""
    files = ((name, script.parent / place) for name in FRAMEWORKS for place in (f"{name}.py", f"{name}/__init__.py"))
    return next(((name, file) for name, file in files if file != script and os.path.isfile(file)), None)


def own_packages(root: Path) -> tuple[str, ...]:
    """Give the `site-packages` folders of the virtual environment in a project's root, if it has one."""
    return tuple(folder for name in ENVIRONMENTS for folder in packages_of(root / name))


def packages_of(environment: Path) -> tuple[str, ...]:
    """Give the `site-packages` folders of a virtual environment."""
    patterns = ("lib/python3*/site-packages", "Lib/site-packages")
    return tuple(str(folder) for pattern in patterns for folder in sorted(environment.glob(pattern)))


def is_written_for_models(library: Path) -> bool:
    """Say whether a package, or a module, has a file that names TensorFlow or Keras."""
    files = islice(library.rglob("*.py"), MOST_FILES) if os.path.isdir(library) else iter((library,))
    return any(_has_marker(file) for file in files)


def _has_marker(file: Path) -> bool:
    try:
        ensure_readable(file)
        text = file.read_bytes()
    except (OSError, UnreadableFile):
        return False
    return any(marker in text for marker in MARKERS)
