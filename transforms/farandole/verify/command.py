"""`farandole verify` and `undistribute --verify`: their arguments, their progress and their exit status."""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import NoReturn

from farandole.verify import CannotRun, Convert, Options, Report, verify, verify_removal
from farandole.verify.quick import MOST_STEPS as MOST_QUICK_STEPS
from farandole.verify.report import as_json, text_lines
from farandole.verify.runs import Progress as Show
from farandole.verify.scratch import project_folder

MOST_STEPS = 20
EXIT_HOLDS, EXIT_FAILS, EXIT_CANNOT = 0, 1, 2

_INTERRUPTIONS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the sub-command."""
    parser.add_argument("script", type=Path, metavar="SCRIPT", help="a training script, converted already or not")
    parser.add_argument("-np", type=_positive, default=2, metavar="N", help="processes of the distributed run (2)")
    add_run_arguments(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how the report is printed (text)")
    quick = parser.add_argument_group("quick proof", "with synthetic data and few steps; it is no full verification")
    quick.add_argument("--data", type=Path, metavar="FOLDER", help="a small sample of the files that the script reads")
    quick.add_argument(
        "--replacements", type=Path, action="append", default=[], metavar="FILE", help="further data to replace"
    )
    parser.usage = "%(prog)s SCRIPT [options] [-- ARGUMENT...]"


def add_run_arguments(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Declare the arguments of every command that runs scripts to prove something."""
    parser.add_argument(
        "--quick", action="store_true", help="replace what is loaded or downloaded, and end loops early"
    )
    parser.add_argument(
        "--max-steps",
        type=_not_negative,
        metavar="N",
        help=f"optimizer steps on each rank, 0 for all ({MOST_STEPS}; {MOST_QUICK_STEPS} in a quick proof)",
    )
    parser.add_argument("--python", metavar="PATH", help="the interpreter that has TensorFlow and Horovod")
    parser.add_argument("--timeout", type=_positive, default=600, metavar="SECONDS", help="for one run (600)")
    parser.add_argument("--gpu", action="store_true", help="leave the GPUs to the runs (default: CPU only)")


def split(command_line: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split what follows `--` off a command line that may run scripts: the arguments of the script.

    argparse would take them only right after the script's name.
    """
    if command_line[:1] not in (["verify"], ["undistribute"]) or "--" not in command_line:
        return list(command_line), []
    end = command_line.index("--")
    return list(command_line[:end]), list(command_line[end + 1 :])


def run(args: argparse.Namespace, convert: Convert, replacements: Sequence[Path] = ()) -> int:
    """Verify a script and print the report: 0 when all oracles hold, 1 when one fails, 2 when it could not run.

    `args.arguments` are those of the script, `replacements` the files that its project adds to every quick proof.

    Whatever `convert` raises passes through, and so does KeyboardInterrupt: no process is left by then.
    """
    if not args.quick and (args.data is not None or args.replacements):
        print("farandole: --data and --replacements are for a quick proof: add --quick", file=sys.stderr)
        return EXIT_CANNOT

    def prove(progress: Show) -> Report:
        further = {"processes": args.np, "data": args.data, "replacements": (*replacements, *args.replacements)}
        return verify(args.script, convert, replace(_options(args, args.script), **further), progress)

    report = _proved(prove)
    if report is None:
        return EXIT_CANNOT
    if args.format == "json":
        print(as_json(report))
    else:
        for line in text_lines(report):
            print(line)
    return EXIT_HOLDS if report.holds else EXIT_FAILS


def run_removal(
    args: argparse.Namespace, script: Path, removed: Mapping[Path, str], replacements: Sequence[Path] = ()
) -> int:
    """Prove that a script does without Horovod what one process does with it, and say on stderr what was found.

    `removed` has the text without Horovod of each file that changes. Gives the same as `run`.
    """

    def prove(progress: Show) -> Report:
        options = replace(_options(args, script), replacements=tuple(replacements))
        return verify_removal(script, removed, options, progress)

    report = _proved(prove)
    if report is None:
        return EXIT_CANNOT
    for line in text_lines(report):
        print(line, file=sys.stderr)
    return EXIT_HOLDS if report.holds else EXIT_FAILS


def _proved(prove: Callable[[Show], Report]) -> Report | None:
    """Give what was found, with progress on stderr meanwhile; None, after saying why, where nothing could be run."""
    for number in _INTERRUPTIONS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as `nohup` has it
            signal.signal(number, _interrupted)
    progress = _Progress()
    try:
        return prove(progress.show)
    except (CannotRun, OSError) as problem:
        progress.clear()
        print(f"farandole: {problem}", file=sys.stderr)
        return None
    finally:
        progress.clear()


def _options(args: argparse.Namespace, script: Path) -> Options:
    return Options(
        python=args.python or default_python(script),
        max_steps=_most_steps(args),
        arguments=tuple(args.arguments),
        timeout=args.timeout,
        gpu=args.gpu,
        quick=args.quick,
    )


def _most_steps(args: argparse.Namespace) -> int:
    if args.max_steps is not None:
        return int(args.max_steps)
    return MOST_QUICK_STEPS if args.quick else MOST_STEPS


def default_python(script: Path) -> str:
    """Give the interpreter of the active virtual environment, of the project's own, or the first on the PATH.

    Raises CannotRun when there is none, or when the script's folder is no project's.
    """
    active = os.environ.get("VIRTUAL_ENV")
    folders = [Path(active)] if active else []
    project = project_folder(script.resolve())
    folders += [project / ".venv", project / "venv"]
    for folder in folders:
        for name in ("bin/python", "Scripts/python.exe"):
            if (folder / name).exists():
                return str(folder / name)
    found = shutil.which("python") or shutil.which("python3")
    if found is None:
        raise CannotRun("no Python was found; name one with --python")
    return found


class _Progress:
    """What is going on: one line that is written over on a terminal, a line for each phase elsewhere."""

    def __init__(self) -> None:
        self._phase = ""
        self._second = -1
        self._width = 0
        self._terminal = sys.stderr.isatty()

    def show(self, phase: str, seconds: float) -> None:
        """Show a phase and its seconds."""
        if self._terminal and (phase, int(seconds)) != (self._phase, self._second):
            line = f"{phase}: {seconds:.0f} s"
            print("\r" + line.ljust(self._width), end="", file=sys.stderr, flush=True)
            self._width = max(self._width, len(line))
        elif not self._terminal and phase != self._phase:
            print(f"farandole: {phase}", file=sys.stderr, flush=True)
        self._phase, self._second = phase, int(seconds)

    def clear(self) -> None:
        """Take the line away."""
        if self._terminal and self._width:
            print("\r" + " " * self._width + "\r", end="", file=sys.stderr, flush=True)
            self._width = 0


def _interrupted(signal_number: int, frame: FrameType | None) -> NoReturn:
    for number in _INTERRUPTIONS:
        signal.signal(number, signal.SIG_IGN)  # a second one must not stop the first from ending the runs
    raise KeyboardInterrupt


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return value


def _not_negative(text: str) -> int:
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError("must be 0 or more")
    return value
