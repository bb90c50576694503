"""How a restriction says that it stands in the way: steps ask it, and yield the finding in their place.

Only a step knows whether it is there already, and where it would be done; what stands in the way, and what its author
can do, the restriction knows.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from farandole.frameworks.tensorflow.training import Training
from farandole.rules.rule import Finding, Related, Rule, Status
from farandole.source import Document, Span


@dataclass(frozen=True)
class Refusal:
    """What a restriction has against a step at some place: the reason, and the way out (its title, if none is given).

    With `blocks` the script is not converted, since the rest of the conversion would train wrongly.
    """

    rule: Rule
    message: str
    suggestion: str = ""
    related: tuple[Related, ...] = ()
    blocks: bool = True

    def finding(self, step: str, document: Document, at: ast.AST | Span, training: Training | None = None) -> Finding:
        """Give the finding at a node or span, for the step with this code."""
        return Finding(
            self.rule,
            Status.REFUSED,
            document,
            document.span(at) if isinstance(at, ast.AST) else at,
            self.message,
            self.suggestion or self.rule.title,
            related=self.related,
            training=training,
            step=step,
            blocks=self.blocks,
        )
