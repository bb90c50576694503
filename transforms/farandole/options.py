"""What a user may choose: the keys of `[tool.farandole]` and the flags that override them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class LearningRateScaling(Enum):
    """How the learning rate grows with the number of processes."""

    LINEAR = "linear"
    SQRT = "sqrt"
    NONE = "none"


class DataDivision(Enum):
    """How the work of one process is divided among many (transformation rules, section 3)."""

    SHARD = "shard"
    STEPS = "steps"
    NONE = "none"


class Speculation(Enum):
    """What may be taken for granted of code that the analysis can't see through: HARP's five (table 3), and one more.

    Access to attributes and items has no side effect; a type is told by names; what becomes one tensor has one type and
    shape; branches give one type; input and output have no unexpected effect; code that is not read does what its name
    says.
    """

    ACCESS = "access"
    TYPES = "types"
    ELEMENTS = "elements"
    BRANCHES = "branches"
    IO = "io"
    UNREAD = "unread"


@dataclass(frozen=True)
class Options:
    """The choices for one run; every field has the default of the documentation.

    `select` and `ignore` hold rule codes or their prefixes (`HVD1`); an empty `select` means the families of rules that
    are on by default.
    `exclude` holds glob patterns relative to the project's root. `catalog` holds the project's own catalogue files.
    `performance_rules` holds the project's own rules for inefficient code, `performance_speculations` what findings of
    inefficient code may assume.
    `replacements` holds the project's own descriptions of synthetic data for quick proofs.
    Files of more than `largest_file` bytes are left alone.
    Lines that are written are no longer than `line_length`; 0 means as long as the file's longest line.
    """

    learning_rate_scaling: LearningRateScaling = LearningRateScaling.LINEAR
    data: DataDivision = DataDivision.SHARD
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    catalog: tuple[Path, ...] = ()
    performance_rules: tuple[Path, ...] = ()
    performance_speculations: tuple[Speculation, ...] = tuple(Speculation)
    replacements: tuple[Path, ...] = ()
    largest_file: int = 1_000_000
    line_length: int = 0

    @property
    def rate_scaling(self) -> LearningRateScaling:
        """How the learning rate grows: not at all where each process does all of the work."""
        return LearningRateScaling.NONE if self.data is DataDivision.NONE else self.learning_rate_scaling


def names(codes: Iterable[str], code: str) -> bool:
    """Say whether a rule's code is among what a user has written: codes, or prefixes of codes."""
    return code.startswith(tuple(codes))
