"""How a step refuses a training of a TensorFlow 1 graph."""

from __future__ import annotations

from farandole.analysis.program import Call
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.rule import Finding, Rule, Status


def refused(rule: Rule, training: Training, restriction: Rule, call: Call, message: str) -> Finding:
    """Give the finding of a restriction that stands in the way of a step and of the whole conversion."""
    return Finding(
        restriction,
        Status.REFUSED,
        call.document,
        call.document.span(call.node),
        message,
        restriction.title,
        training=training,
        step=rule.code,
        blocks=True,
    )
