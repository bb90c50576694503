"""A report as lines for people and as JSON for machines: a quick proof cannot be taken for a full one in either."""

from __future__ import annotations

import json
from collections.abc import Iterator

from farandole.verify import Report

QUICK = "QUICK PROOF, with synthetic data and few steps: it is no full verification"
WIDTH = len("not applicable")


def text_lines(report: Report) -> Iterator[str]:
    """Give a line for each oracle, with further lines for what failed."""
    environment = report.environment
    yield (
        f"{report.script.name}: -np {report.processes}, TensorFlow {environment.tensorflow}, "
        f"Horovod {environment.horovod}"
    )
    if report.quick is not None:
        yield QUICK
    for outcome in report.outcomes:
        first, *rest = outcome.details or ("",)
        prefix = "" if report.quick is None else "quick: "
        verdict = f"{prefix}{outcome.verdict.value}".ljust(len(prefix) + WIDTH)
        yield f"{outcome.number:<3}{verdict}  {outcome.title}{': ' if first else ''}{first}"
        yield from (f"{'':{len(prefix) + WIDTH + 5}}{line}" for line in rest)
    if report.quick is not None:
        yield from (f"replaced: {line}" for line in report.quick)
        yield f"{report.script.name}: {QUICK}; leave out --quick for one"


def as_json(report: Report) -> str:
    """Give the report as one JSON object; only that of a full proof says whether the conversion `holds`."""
    if report.quick is None:
        proof: dict[str, object] = {"proof": "full", "holds": report.holds}
    else:
        proof = {"proof": "quick", "quick_holds": report.holds, "replaced": list(report.quick)}
    return json.dumps(
        {
            "script": str(report.script),
            "processes": report.processes,
            "python": report.environment.python,
            "tensorflow": report.environment.tensorflow,
            "horovod": report.environment.horovod,
            **proof,
            "oracles": [
                {
                    "number": outcome.number,
                    "title": outcome.title,
                    "verdict": outcome.verdict.value,
                    "details": list(outcome.details),
                }
                for outcome in report.outcomes
            ],
        },
        indent=2,
        ensure_ascii=False,
    )
