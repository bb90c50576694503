"""What a rule is: one class that holds its documentation, its diagnostic, its fix and its examples."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, ClassVar

from farandole.options import Options, Speculation, names
from farandole.source import Document, EditSet, Span

if TYPE_CHECKING:
    from farandole.frameworks.script import Script
    from farandole.frameworks.tensorflow.training import Training


class Status(Enum):
    """What a rule says of one place: of a step, that it is done, missing or refused; of a mistake, that it is there."""

    DONE = "done"
    MISSING = "missing"
    REFUSED = "refused"
    VIOLATION = "violation"


class Severity(Enum):
    """How loudly a finding is shown; users may choose another one."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"
    NONE = "off"


@dataclass(frozen=True, eq=False)
class Family:
    """Rules whose codes begin with `prefix`: what their findings may be, and how they are shown.

    `severities` has a severity for each status that a finding of the family may have. The rules of a family that is
    not `on_by_default` speak only when `select` asks for them. `libraries` are those that its scripts may be of beside
    TensorFlow, Keras and Horovod. One that is `of_conversion` is about the distribution of a training: a conversion reports
    its findings, too; one that is `of_unused` looks at functions, too, that no training can run. `pages` is the folder of
    its pages below `docs/`, and `note` what their index says below the list.
    """

    prefix: str
    title: str
    severities: Mapping[Status, Severity]
    on_by_default: bool = True
    of_conversion: bool = True
    of_unused: bool = False
    libraries: tuple[str, ...] = ()
    pages: str = "rules"
    note: str = ""


@dataclass(frozen=True)
class Related:
    """A place that explains a finding, such as where the optimizer was created."""

    document: Document
    span: Span
    message: str


@dataclass(frozen=True)
class Assumption(Related):
    """What a finding rests on beyond what is known, with the place where it shows.

    `holds` is Python that is true when it holds, where `before`, a statement, begins; empty where no expression tells.
    """

    speculation: Speculation
    holds: str = ""
    before: ast.stmt | None = None


@dataclass(frozen=True, eq=False)
class Finding:
    """One thing that a rule says about one place of a script.

    `status` MISSING has a `fix`, which computes the edits when they are wanted; VIOLATION may have one; REFUSED says in
    `message` what is in the way and in `suggestion` what the user can do; DONE marks a step that the script already
    has. `training` is the training that it belongs to, or None when it concerns the whole script. `step` is the code
    of the step that a restriction stands in the way of; with `blocks` the script is not converted at all, since the
    rest of the conversion would train wrongly. `confirm`, when not empty, says why the edit wants a look before it is
    trusted. One that is `ignored`, by a comment of the user, is not shown and its fix is not made. `project` is the folder of
    the project that it is about as a whole, where it is: the same is told once for all scripts of that.
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
    fix: Callable[[], EditSet] | None = None
    ignored: bool = False
    project: str = ""

    @property
    def assumptions(self) -> tuple[Assumption, ...]:
        """What it rests on beyond what is known."""
        return tuple(each for each in self.related if isinstance(each, Assumption))

    @property
    def code(self) -> str:
        """The rule's code, such as `HVD103`."""
        return self.rule.code

    @property
    def severity(self) -> Severity:
        """The severity of its rule, else of its family."""
        return self.rule.severity or self.rule.family.severities[self.status]


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

    A *step* finds where it is done or missing and fixes it. A *restriction* names what a step cannot see through: it
    finds that by itself, or its file has functions that a step asks. A *mistake* is found in a script that is distributed already.
    `severity` is its own where its family's does not fit. `examples` are fixed, `reported` are found and not fixed,
    `refused` are declined, and `untouched` are none of its business.

    `tolerance` is how far, relatively, a fix may move the numbers that a script computes.

    `files` are those of the project that its examples need beside them, by name, and `settings` the options.

    `after` are the steps whose edits it needs; `sound_with` those without which, once it is done, the script trains
    wrongly. `excludes` are the rules whose fixes contradict its own: a script can take only one of them.
    """

    family: ClassVar[Family]
    code: ClassVar[str]
    name: ClassVar[str]
    title: ClassVar[str]
    severity: ClassVar[Severity | None] = None
    after: ClassVar[tuple[type[Rule], ...]] = ()
    sound_with: ClassVar[tuple[type[Rule], ...]] = ()
    excludes: ClassVar[tuple[type[Rule], ...]] = ()
    examples: ClassVar[list[Example]] = []
    reported: ClassVar[list[str]] = []
    untouched: ClassVar[list[str]] = []
    refused: ClassVar[list[Refused]] = []
    tolerance: ClassVar[float] = 0.0
    files: ClassVar[Mapping[str, str]] = {}
    settings: ClassVar[Mapping[str, object]] = {}

    def is_asked(self, options: Options) -> bool:
        """Say whether the options want the findings of this rule."""
        selected = names(options.select, self.code) if options.select else self.family.on_by_default
        return selected and not names(options.ignore, self.code)

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Yield what this rule has to say about the script; nothing, for a restriction that steps ask."""
        yield from ()
