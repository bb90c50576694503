"""The sub-command `facts`: the facts of a script that rules of inefficient code are written on."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from farandole.analysis.facts.database import Facts, as_datalog, as_json
from farandole.cli.scripts import Chosen, Trouble, analysed, attempt
from farandole.frameworks.analyse import analyse
from farandole.settings import load


def _datalog(facts: Facts) -> str:
    return "".join(f"{line}\n" for line in as_datalog(facts))


FORMATS: Mapping[str, Callable[[Facts], str]] = {"datalog": _datalog, "json": as_json}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `farandole facts`."""
    parser.add_argument("script", type=Path, metavar="SCRIPT", help="a training script, or a notebook")
    parser.add_argument("--format", choices=list(FORMATS), default="datalog", help="how facts are printed (datalog)")


def run(args: argparse.Namespace) -> int:
    """Print the facts of the script: 0, or 2 and the reason why it can't be read. Raises SettingsError."""
    chosen = Chosen(args.script, load(args.script))
    printed = attempt(args.script, partial(_printed, chosen, args.format))
    if isinstance(printed, Trouble):
        print(printed.message, file=sys.stderr)
        return 2
    sys.stdout.write(printed)
    return 0


def _printed(chosen: Chosen, form: str) -> str:
    return FORMATS[form](Facts(analysed(chosen, analysis=lambda options: analyse)))
