"""What a call takes as its callbacks, where that is no list that is written out: a single one, or those of a variable."""

from __future__ import annotations

import ast

from farandole.analysis.points_to.values import Container
from farandole.frameworks.script import Script
from farandole.source import Document, Edit, layout
from farandole.source.layout.expressions import outer_span


def is_single(script: Script, callbacks: ast.expr) -> bool:
    """Say whether what is given as callbacks is one alone: Keras makes a list of it."""
    return script.must_have_role(callbacks, "callback")


def add_callback(
    script: Script, document: Document, callbacks: ast.expr, element: str, *, first: bool
) -> tuple[Edit, ...]:
    """Put a callback before those that an expression gives, which may be None; `first` before what others put there."""
    before, after = ("", "") if is_single(script, callbacks) else _spread(script, document, callbacks)
    return (
        *layout.enlist(document, callbacks, before, after),
        *layout.add_item(document, callbacks, element, first=first),
    )


def _spread(script: Script, document: Document, callbacks: ast.expr) -> tuple[str, str]:
    """Say how the callbacks in a variable become items of a list: spread, or spread unless None."""
    is_loose = isinstance(callbacks, ast.IfExp | ast.Lambda | ast.BoolOp | ast.Compare)
    opening, closing = "()" if is_loose and outer_span(document, callbacks) == document.span(callbacks) else ("", "")
    if isinstance(callbacks, ast.BinOp) or script.must_be(callbacks, lambda value: isinstance(value, Container)):
        return f"*{opening}", closing
    return f"*({opening}", f"{closing} or [])"
