"""The training scripts of the suite, and the table of what was found of them."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from farandole.verify.oracles import ORACLES

HERE = Path(__file__).parent
SCRIPTS = HERE / "scripts"
NAIVE = HERE / "naive"
TABLE = HERE.parent.parent / "docs" / "conversions.md"
TIMEOUT = 600
"""Seconds for runs side by side, which take half a minute: only a hang lasts so long, also on a slow and busy machine."""

MAIN = {"optimizer_elsewhere": "main.py", "resnet": "train.py"}
"""The script that is started in each project of several modules."""

OTHERS = frozenset(
    {
        *("absl_app", "argparse_tqdm", "autoencoder", "clipped_schedule", "cosine_schedule", "early_stopping", "gan"),
        *("inside_with", "keras_mnist", "lstm_mnist", "monitored_session", "multi_input", "persistent_tape"),
        *("printed_tensors", "segmentation", "session_mnist", "session_rnn", "text_classification", "trainer_class"),
        *("transfer", "two_models", "vae"),
    }
)
"""The scripts of whose patterns the suite has others: CI, whose time is limited, leaves them to `-m horovod`."""

SYMBOLS = {"passed": "✓", "failed": "✗", "not applicable": "-"}

HEADING = """# Conversions that were run

Each script of `tests/horovod/scripts/` is converted, and the original and the conversion are run with TensorFlow 2.12
and Horovod 0.28.1 on CPU, by `farandole verify`. The columns are its oracles: ✓ holds, ✗ fails, - not applicable.

1. It compiles, and `horovodrun -np 2` ends with 0.
2. Every trainable variable is equal on both ranks, although they were seeded differently.
3. With `-np 1` the final variables are those of the original, bit for bit.
4. Two ranks follow one process that takes the union of their batches, at the same learning rate.
5. Rank 1 prints nothing and writes nothing.
6. Each rank takes half of the steps, and no sample is on both.
7. A second conversion changes nothing, and comments and layout are kept.
8. It holds on two hosts, too, each with folders of its own.
9. It holds with another `PYTHONHASHSEED` on each rank, too.
10. Ended after its first epoch and started again, it goes on as the original does.

Written by `python -m pytest -m horovod -n 2 tests/horovod --write-table`.
"""


def names() -> list[str]:
    """Give the names of all scripts."""
    return sorted([path.stem for path in SCRIPTS.glob("*.py")] + list(MAIN))


def copied(name: str, to: Path) -> Path:
    """Copy a script, with its project if it has one, into a folder of its own, and give the copy's path."""
    if name in MAIN:
        shutil.copytree(SCRIPTS / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
        return to / name / MAIN[name]
    (to / name).mkdir()
    return Path(shutil.copy(SCRIPTS / f"{name}.py", to / name))


def summary(name: str) -> str:
    """Give the first line of a script's docstring, or nothing."""
    path = SCRIPTS / name / MAIN[name] if name in MAIN else SCRIPTS / f"{name}.py"
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith('"""'):
            return line.strip('"')
    return ""


def table(verdicts: Mapping[str, Mapping[int, str]]) -> str:
    """Give the page with the verdicts of each script, by oracle."""
    rows = [
        f"| `{name}` | {summary(name)} | {' | '.join(SYMBOLS[found[oracle]] for oracle in ORACLES)} |"
        for name, found in sorted(verdicts.items())
    ]
    oracles = " | ".join(map(str, ORACLES))
    head = [f"| script | what it is | {oracles} |", "| --- " * (2 + len(ORACLES)) + "|"]
    return "\n".join([HEADING, *head, *rows]) + "\n"
