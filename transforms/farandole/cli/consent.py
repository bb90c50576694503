"""What is asked before files are written: that they are in git, and what only the user can know."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from farandole.cli.formats import place
from farandole.cli.terminal import shown
from farandole.conversion.plan import Plan
from farandole.options import names
from farandole.rules.rule import Finding

_GIT = ("git", "-c", "core.fsmonitor=false", "status", "--porcelain", "--")  # no hook of the repository is run
_PATIENCE = 30


def uncommitted(paths: Iterable[Path]) -> list[Path]:
    """Give those of some files that git would not bring back: changed or not known there.

    Files outside of a work tree, and files that it ignores, are none; so are all where there is no git.
    """
    return [path for path in paths if _is_uncommitted(path.resolve())]


def _is_uncommitted(path: Path) -> bool:
    environment = os.environ | {"GIT_OPTIONAL_LOCKS": "0"}
    try:
        found = subprocess.run(
            [*_GIT, path.name], cwd=path.parent, env=environment, capture_output=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return found.returncode == 0 and bool(found.stdout.strip())


def unanswered(plan: Plan, confirmed: Sequence[str]) -> list[Finding]:
    """Give the findings of a plan that ask to be confirmed, but for those with codes, or prefixes, that are."""
    return [finding for finding in plan.applied if finding.confirm and not names(confirmed, finding.code)]


def questions(findings: Iterable[Finding]) -> Iterator[str]:
    """Give a line for each thing to be confirmed, with where to look."""
    asked: dict[tuple[str, str], list[str]] = {}
    for finding in findings:
        where = place(finding.document, finding.span)
        asked.setdefault((finding.code, finding.confirm), []).append(where)
    for (code, question), places in asked.items():
        yield f"{code}  {', '.join(dict.fromkeys(places))}  please confirm: {question}"


def agreed(findings: Sequence[Finding]) -> bool:
    """Ask on a terminal whether all is as it must be; elsewhere nobody has answered."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    for line in questions(findings):
        print(f"{line} [y/N] ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            return False
    return True


def unwritten(plan: Plan, findings: Sequence[Finding]) -> Iterator[str]:
    """Say that a script is not written since there was no answer, and how to give one."""
    yield from questions(findings)
    codes = ",".join(sorted({finding.code for finding in findings}))
    yield f"{shown(plan.script.entry.path)}: not written: if it is as said above, add `--confirm {codes}`"
