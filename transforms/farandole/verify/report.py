"""A report as lines for people and as JSON for machines."""

from __future__ import annotations

import json
from collections.abc import Iterator

from farandole.verify import Report


def text_lines(report: Report) -> Iterator[str]:
    """Give a line for each oracle, with further lines for what failed."""
    environment = report.environment
    yield (
        f"{report.script.name}: -np {report.processes}, TensorFlow {environment.tensorflow}, "
        f"Horovod {environment.horovod}"
    )
    for outcome in report.outcomes:
        first, *rest = outcome.details or ("",)
        yield f"{outcome.number}  {outcome.verdict.value:<14}  {outcome.title}{': ' if first else ''}{first}"
        yield from (f"{'':19}{line}" for line in rest)


def as_json(report: Report) -> str:
    """Give the report as one JSON object."""
    return json.dumps(
        {
            "script": str(report.script),
            "processes": report.processes,
            "python": report.environment.python,
            "tensorflow": report.environment.tensorflow,
            "horovod": report.environment.horovod,
            "holds": report.holds,
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
