"""The families of rules, in the order of the index."""

from __future__ import annotations

from farandole.rules.horovod_advice import NOTE
from farandole.rules.horovod_mistakes import KNOWN
from farandole.rules.performance import ASKED_FOR
from farandole.rules.rule import Family, Severity, Status
from farandole.rules.staging import SEEN

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
ADVICE = Family(
    "ADV1", "Advice on scripts that use Horovod", {Status.VIOLATION: Severity.HINT}, on_by_default=False, note=NOTE
)
STAGED_TENSORFLOW = Family(
    "STG1", "Code under tf.function", {Status.VIOLATION: Severity.WARNING}, of_conversion=False, note=SEEN
)
STAGED_TORCH = Family(
    "STG2",
    "Code under torch.compile, torch.export and TorchScript",
    {Status.VIOLATION: Severity.WARNING},
    of_conversion=False,
    libraries=("torch",),
)
STAGED_SNEK = Family(
    "STG3", "Code under @lms", {Status.VIOLATION: Severity.WARNING}, of_conversion=False, libraries=("farandole",)
)
INEFFICIENT = Family(
    "PRF1",
    "Inefficient code",
    {Status.VIOLATION: Severity.INFORMATION},
    on_by_default=False,
    of_conversion=False,
    of_unused=True,
    libraries=("torch",),
    note=ASKED_FOR,
)

FAMILIES = (
    STEPS,
    CODE_RESTRICTIONS,
    LOOP_RESTRICTIONS,
    MISTAKES,
    ADVICE,
    STAGED_TENSORFLOW,
    STAGED_TORCH,
    STAGED_SNEK,
    INEFFICIENT,
)
