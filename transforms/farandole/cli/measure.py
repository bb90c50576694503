"""The sub-command `measure`: a script run before and after the refactorings of inefficient code."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

from farandole.cli.scripts import Chosen, Trouble, analysed, attempt
from farandole.cli.terminal import shown
from farandole.conversion.plan import Plan, plan_corrections
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.rules.families import INEFFICIENT
from farandole.settings import load
from farandole.verify import CannotRun
from farandole.verify.command import default_python
from farandole.verify.timing import Asked, Measured, measure


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `farandole measure`."""
    parser.add_argument("script", type=Path, metavar="SCRIPT", help="a training script")
    parser.add_argument("--python", metavar="PATH", help="the interpreter that has what the script imports")
    parser.add_argument("--times", type=int, default=3, metavar="N", help="how often each is run (3)")
    parser.add_argument("--timeout", type=float, default=600, metavar="SECONDS", help="for one run (600)")


def run(args: argparse.Namespace) -> int:
    """Run the script before and after: 0 when they print the same, 1 when not, 2 when they could not be run.

    Raises SettingsError.
    """
    options = replace(load(args.script), select=(INEFFICIENT.prefix,))
    plan = attempt(args.script, partial(refactored, args.script, options))
    if isinstance(plan, Trouble):
        _say(plan.message)
        return 2
    if not plan.texts:
        _say(f"{shown(args.script)}: there is nothing to refactor")
        return 0
    codes = ", ".join(dict.fromkeys(finding.code for finding in plan.applied))
    times = max(args.times, 1)
    _say(f"farandole: runs {shown(args.script)} {times} times as it is, and {times} times with {codes}")
    try:
        python = args.python or default_python(args.script)
        measured = measured_with(plan, Asked(python, times=times, limit=args.timeout))
    except (CannotRun, OSError) as error:
        _say(f"farandole: {error}")
        return 2
    sys.stdout.write(report(measured, plan))
    return 1 if measured.difference else 0


def refactored(script: Path, options: Options) -> Plan:
    """Plan all refactorings of a script, those that ask to be confirmed included."""
    read = analysed(Chosen(script, options), analysis=lambda options: analyse)
    return plan_corrections(read, options, [INEFFICIENT.prefix])


def tolerance(plan: Plan) -> float:
    """Give the relative tolerance of the results that the applied rules allow."""
    return max((finding.rule.tolerance for finding in plan.applied), default=0.0)


def measured_with(plan: Plan, asked: Asked) -> Measured:
    """Run the script of a plan as it is and as the plan leaves it; raises CannotRun."""
    documents = {document.path: document for document in plan.script.documents}
    texts = {path: documents[path].encode(text) for path, text in plan.texts.items()}
    return measure(plan.script.entry.path, texts, tolerance(plan), asked)


def report(measured: Measured, plan: Plan) -> str:
    """Give the lines that say what was measured."""
    before, after = measured.seconds
    allowed = tolerance(plan)
    same = f"the same within {allowed:g}" if allowed else "the same"
    return (
        f"before {before:.3f} s, after {after:.3f} s (medians, without imports)\n"
        f"ratio  {before / after:.2f}\n"
        f"output {'differs: ' + measured.difference if measured.difference else same}\n"
    )


def _say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)
