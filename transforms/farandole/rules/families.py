"""The families of rules, in the order of the index."""

from __future__ import annotations

from farandole.rules.horovod_mistakes import KNOWN
from farandole.rules.rule import Family, Severity, Status

STEPS = Family(
    "HVD1",
    "Steps of the conversion",
    {
        Status.DONE: Severity.NONE,
        Status.MISSING: Severity.INFORMATION,
        Status.REFUSED: Severity.WARNING,
    },
)
CODE_RESTRICTIONS = Family("HVD2", "Restrictions on TensorFlow code", {Status.REFUSED: Severity.WARNING})
LOOP_RESTRICTIONS = Family("HVD3", "Restrictions on the training loop", {Status.REFUSED: Severity.WARNING})
MISTAKES = Family("HVD4", "Mistakes in scripts that use Horovod", {Status.VIOLATION: Severity.WARNING}, note=KNOWN)

FAMILIES = (STEPS, CODE_RESTRICTIONS, LOOP_RESTRICTIONS, MISTAKES)
