"""The sub-command `stage`: a function virtualized, or its program as an S-expression."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import textwrap
import tokenize
from pathlib import Path

import farandole
from farandole.source import UnreadableFile, ensure_readable
from farandole.staging.errors import StagingError
from farandole.staging.text import virtualize_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `farandole stage`."""
    parser.add_argument(
        "target", metavar="FILE:FUNCTION", help="a function or method, as train.py:step or net.py:Net.f"
    )
    parser.add_argument(
        "--sexpr", action="store_true", help="run the file to stage the function; print the S-expression"
    )
    parser.add_argument("--python", default=sys.executable, metavar="PATH", help="the Python in which --sexpr runs it")


def run(args: argparse.Namespace) -> int:
    """Print the virtualized function, or run the file for its S-expression: 0, or 2 and the reason."""
    path, _, name = args.target.rpartition(":")
    try:
        if not (path and name):
            raise StagingError(args.target, "say FILE:FUNCTION, as train.py:step")
        if args.sexpr and Path(path).is_file():
            return _run(args.python, path, name)
        sys.stdout.write(_virtualized(path, name))
        return 0
    except OSError as error:
        reason = f"{error.filename or path}: {error.strerror}"
    except UnicodeDecodeError as error:
        reason = f"{path}: not in its encoding: {error}"
    except SyntaxError as error:
        reason = f"{path}:{error.lineno or 1}: not Python: {error.msg}"
    except (StagingError, UnreadableFile) as error:
        reason = str(error)
    print(f"farandole: {reason}", file=sys.stderr)
    return 2


def _virtualized(path: str, name: str) -> str:
    if os.path.exists(path):
        ensure_readable(Path(path))
    with tokenize.open(path) as file:
        new = virtualize_text(file.read(), name, path)
    return f"{new.imports}\n\n{textwrap.dedent(new.function)}"


def _run(python: str, path: str, name: str) -> int:
    print(f"farandole: runs {path} to stage {name}", file=sys.stderr, flush=True)
    engine = str(Path(farandole.__file__).parents[1])
    paths = os.pathsep.join(filter(None, [engine, os.environ.get("PYTHONPATH")]))
    command = [python, "-m", "farandole.staging", path, name]
    ran = subprocess.run(command, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=False)
    sys.stderr.write(ran.stderr)
    sys.stdout.write(ran.stdout)
    return 2 if ran.returncode else 0
