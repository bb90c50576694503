"""What the parts of this step find: a place to change, a place that has it, a place where it cannot be done."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.source import Document, Edit, Span

FIRST = "{hvd}.rank() == 0"
"""The condition that holds on rank 0; `{hvd}` is the file's name for Horovod."""

FIRST_OF_HOST = "{hvd}.local_rank() == 0"
"""The condition that holds on the first process of each host."""


@dataclass(frozen=True)
class Change:
    """A change of one document; `edits` gives it for the file's name of Horovod."""

    document: Document
    span: Span
    message: str
    suggestion: str
    edits: Callable[[str], Iterable[Edit]]
    confirm: str = ""


@dataclass(frozen=True)
class Done:
    """A place that only rank 0 shows or writes already."""

    document: Document
    span: Span


@dataclass(frozen=True)
class Obstacle:
    """A place that cannot be left to rank 0 alone.

    With `blocks` the script cannot be converted: processes would disturb each other at this place.
    """

    document: Document
    span: Span
    message: str
    suggestion: str
    blocks: bool = False


@dataclass(frozen=True)
class Restricted:
    """A place that a restriction does not let be left to rank 0."""

    document: Document
    span: Span
    refusal: Refusal


Found = Change | Done | Obstacle | Restricted
