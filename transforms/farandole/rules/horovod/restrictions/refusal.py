"""How a restriction says that it stands in the way."""

from __future__ import annotations

from farandole.analysis.program import Call
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.rule import Finding, Rule, Status


def refused(step: str, training: Training, restriction: Rule, call: Call, message: str) -> Finding:
    """Give the finding of a restriction that stands in the way of the step with this code, and so of the conversion."""
    return Finding(
        restriction,
        Status.REFUSED,
        call.document,
        call.document.span(call.node),
        message,
        restriction.title,
        training=training,
        step=step,
        blocks=True,
    )
