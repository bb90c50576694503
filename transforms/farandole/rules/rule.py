"""What a rule is: one class that holds its documentation, its diagnostic, its fix and its examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, ClassVar

from farandole.source import Document, EditSet, Span

if TYPE_CHECKING:
    from farandole.frameworks.script import Script
    from farandole.frameworks.tensorflow.training import Training
    from farandole.options import Options


class Status(Enum):
    """What a rule says of one place."""

    DONE = "done"
    MISSING = "missing"
    REFUSED = "refused"


@dataclass(frozen=True)
class Related:
    """A place that explains a finding, such as where the optimizer was created."""

    document: Document
    span: Span
    message: str


@dataclass(frozen=True, eq=False)
class Finding:
    """One thing that a rule says about one place of a script.

    `status` MISSING has a `fix`, which computes the edits when they are wanted; REFUSED says in `message` what is in
    the way and in `suggestion` what the user can do; DONE marks a step that the script already has. `training` is the
    training that it belongs to, or None when it concerns the whole script. `step` is the code of the step that a
    restriction stands in the way of; with `blocks` the script is not converted at all, since the rest of the
    conversion would train wrongly. `confirm`, when not empty, says why the edit wants a look before it is trusted.
    """

    rule: Rule
    status: Status
    document: Document
    span: Span
    message: str
    suggestion: str = ""
    related: tuple[Related, ...] = ()
    training: Training | None = None
    step: str = ""
    blocks: bool = False
    confirm: str = ""
    fix: Callable[[], EditSet] = EditSet.empty

    @property
    def code(self) -> str:
        """The rule's code, such as `HVD103`."""
        return self.rule.code


@dataclass(frozen=True)
class Example:
    """A script before and after one rule and the steps that it needs."""

    before: str
    after: str
    options: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Refused:
    """A script on which the rule declines, with the code of the restriction that it names."""

    before: str
    because: str


class Rule:
    """A rule of Farandole; the class docstring is its documentation page.

    A *step* (`HVD1xx`) finds where it is done or missing and fixes it. A *restriction* (`HVD2xx`, `HVD3xx`) names what
    a step cannot see through; steps raise it by yielding its finding with status REFUSED.
    """

    code: ClassVar[str]
    name: ClassVar[str]
    title: ClassVar[str]
    after: ClassVar[tuple[type[Rule], ...]] = ()
    examples: ClassVar[list[Example]] = []
    untouched: ClassVar[list[str]] = []
    refused: ClassVar[list[Refused]] = []

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Yield what this rule has to say about the script."""
        raise NotImplementedError
