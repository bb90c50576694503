"""What the engine makes of one script, as JSON on standard output: `python tests/corpus/convert.py SCRIPT SECONDS`.

SECONDS is the most that it may take of a processor, so that what is found does not depend on how busy the machine is.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from farandole.cli.diff import unified
from farandole.cli.scripts import Chosen, Trouble, analysed, attempt
from farandole.conversion.plan import Plan, make_plan
from farandole.rules.rule import Finding
from farandole.settings import load


def convert(path: Path) -> dict[str, Any]:
    """Give what was found in a script, what is refused, and the diff; or the trouble that it made, in one line."""
    options = load(path)
    plan = attempt(path, partial(_plan, Chosen(path, options)))
    if isinstance(plan, Trouble):
        return {"trouble": plan.message}
    changed = [document for document in plan.script.documents if document.path in plan.texts]
    return {
        "trainings": [training.label for training in plan.script.trainings],
        "modules": [str(document.path) for document in plan.script.documents],
        "blocked": plan.blocked,
        "applied": list(_told(plan.applied)),
        "refused": list(_told(plan.refused)),
        "found": len(plan.findings),
        "diff": "".join(
            line for document in changed for line in unified(document.path, document.text, plan.texts[document.path])
        ),
    }


def _plan(chosen: Chosen) -> Plan:
    return make_plan(analysed(chosen), chosen.options)


def _told(findings: Iterable[Finding]) -> Iterable[dict[str, Any]]:
    for finding in findings:
        yield {
            "code": finding.code,
            "path": str(finding.document.path),
            "line": finding.document.position(finding.span.start)[0],
            "message": finding.message,
            "help": finding.suggestion,
            "confirm": finding.confirm,
            "blocks": finding.blocks,
        }


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[2]), int(sys.argv[2])))
    json.dump(convert(Path(sys.argv[1]).resolve()), sys.stdout)
