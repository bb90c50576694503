"""What dividing a piece of work comes to: changes, or a reason against them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from farandole.rules.rule import Related, Rule
from farandole.source import EditSet


@dataclass(frozen=True)
class Refusal:
    """Why a piece of work can't be divided, and what its author can do."""

    rule: Rule
    message: str
    suggestion: str
    related: tuple[Related, ...] = ()


@dataclass(frozen=True)
class Change:
    """One part of the change that divides a piece of work; `confirm` says why it wants a look, if it does.

    `divided` is the expression that stands for this process's part afterwards: what is computed from it has shrunk.
    """

    edits: Callable[[], EditSet]
    confirm: str = ""
    divided: ast.AST | None = None
