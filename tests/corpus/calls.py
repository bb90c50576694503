"""How many calls of libraries in training scripts the catalogue knows, and which it does not: a folder of checkouts is read.

    python tests/corpus/calls.py FOLDER [--most N] [--sample N]

A call counts when it means something of TensorFlow, Keras, NumPy or PyTorch, by whatever import, and is none of an
attribute of `self`, which a project's class has under a name of its own. With `--sample`, so many
files are taken at random, with a fixed seed. Files that can't be read, or take more than a minute, are counted.
"""

from __future__ import annotations

import argparse
import ast
import random
import sys
import time
from collections import Counter
from pathlib import Path

from farandole.analysis.effects.calls import is_mutating_method, is_pure_method
from farandole.catalog import Catalog
from farandole.frameworks.analyse import analyse
from farandole.options import Options

LIBRARIES = ("tensorflow.", "keras.", "numpy.", "torch.")
TRAINS = ("backward(", "minimize(", "apply_gradients(", ".fit(", "train_on_batch(", "Session(")
SECONDS = 60.0


class Late(Exception):
    """A file that takes too long."""


def main() -> int:
    """Print the share of known calls, and the names that are used most of those that are not."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=40)
    parser.add_argument("--sample", type=int, default=0)
    args = parser.parse_args()
    files = [path for path in sorted(args.folder.rglob("*.py")) if path.is_file() and trains(path)]
    if args.sample:
        files = random.Random(0).sample(files, min(args.sample, len(files)))
    known, unknown, unread = 0, Counter[str](), 0
    for path in files:
        try:
            found = counted(path)
        except Exception as error:
            print(f"{path}: {type(error).__name__}: {error}", file=sys.stderr)
            unread += 1
            continue
        known += found[0]
        unknown += found[1]
    total = known + unknown.total()
    share = f"{known / total:.1%}" if total else "none"
    print(f"{len(files) - unread} files, {unread} not read, {total} calls, known: {share}")
    for name, count in sorted(unknown.items(), key=lambda each: (-each[1], each[0]))[: args.most]:
        print(f"{count:6} {name}")
    return 0


def trains(path: Path) -> bool:
    """Say whether a file looks like one that trains a model."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return any(word in text for word in TRAINS) and any(f"import {library[:-1]}" in text for library in LIBRARIES)


def counted(path: Path) -> tuple[int, Counter[str]]:
    """Count the calls of a file that mean something of a library: those that are known, and the names of the others."""
    end = time.monotonic() + SECONDS

    def proceed() -> None:
        if time.monotonic() > end:
            raise Late("more than a minute")

    script = analyse(path, Options(), proceed=proceed)
    known, unknown = 0, Counter[str]()
    for call in script.calls:
        names = [name for name in call.names if name.startswith(LIBRARIES)]
        own = isinstance(call.node.func, ast.Attribute) and ast.unparse(call.node.func.value) == "self"
        if call.document.path == path and names and not own:
            if any(_is_known(script.catalog, name) for name in names):
                known += 1
            else:
                unknown[min(names)] += 1
    return known, unknown


def _is_known(catalog: Catalog, name: str) -> bool:
    """Say whether the catalogue knows a function or class, or what a method of its name does whatever the class."""
    owner, _, member = name.rpartition(".")
    of_object = any(part[:1].isupper() or part.endswith(")") for part in owner.split("."))
    return catalog.entry(name) is not None or (
        of_object and (is_pure_method(catalog, member) or is_mutating_method(catalog, member))
    )


if __name__ == "__main__":
    sys.exit(main())
