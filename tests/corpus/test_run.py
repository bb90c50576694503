"""The runner over a folder of checkouts, on scripts of our own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.corpus.prove import Proof, read, section
from tests.corpus.run import HERE, Row, Work, repositories, run, scripts, summary, table

TRAINS = """\
import numpy as np
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss="mse")
model.fit(np.zeros((8, 2)), np.zeros((8, 1)))
"""
LIBRARY = """\
import tensorflow as tf


def train(model, data):
    model.fit(data)
"""
REFUSED = """\
import numpy as np
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss="mse")
while True:
    model.train_on_batch(np.random.rand(8, 2), np.zeros((8, 1)))
"""


def _row(root: Path, name: str, text: str) -> Row:
    (root / name).write_text(text)
    work = next(work for work in scripts("owner/name", root.parents[1]) if work.name == name)
    row = run(work, root.parents[1] / "results", limit=60)
    assert row is not None
    return row


def test_what_became_of_a_script_is_told_in_one_word_and_its_reasons(tmp_path: Path) -> None:
    root = tmp_path / "owner" / "name"
    root.mkdir(parents=True)
    converted = _row(root, "train.py", TRAINS)
    assert (converted.repository, converted.verdict, converted.reasons) == ("owner/name", "converted", ())
    assert "+import horovod" in (tmp_path / "results" / "owner+name" / "train.diff").read_text()
    refused = _row(root, "loop.py", REFUSED)
    assert refused.verdict == "refused" and refused.reasons
    assert _row(root, "old.py", "import tensorflow as tf\nprint tf.fit(1)\n").verdict == "unreadable"
    nothing = _row(root, "library.py", LIBRARY)
    assert nothing.trains  # a training of which nothing is said
    assert _row(root, "show.py", "import tensorflow as tf\nprint(tf.zeros(1))\n") == Row(
        "owner/name", "show.py", "nothing", (), False
    )


def test_a_script_that_takes_too_long_is_left(tmp_path: Path) -> None:
    root = tmp_path / "owner" / "name"
    root.mkdir(parents=True)
    (root / "train.py").write_text(TRAINS)
    assert run(Work("owner/name", root, root / "train.py", True), tmp_path, limit=0).verdict == "time-out"


def test_the_table_has_a_line_for_each_script() -> None:
    row = Row("owner/name", "train.py", "refused", ("HVD1! a | b", "HVD2 c"), True)
    assert table([row]).splitlines()[2:] == ["| owner/name | train.py | refused |  | HVD1! a \\| b<br>HVD2 c |"]
    assert summary([row, row]).endswith(": 2 refused.")


def test_a_third_is_held_back() -> None:
    held = sum(repository.held_back for repository in repositories())
    assert 0.25 < held / len(repositories()) < 0.4


def test_a_repository_that_is_not_checked_out_is_left_out(tmp_path: Path) -> None:
    name = next(repository.name for repository in repositories() if not repository.held_back)
    (tmp_path / name).mkdir(parents=True)
    (tmp_path / name / "train.py").write_text(TRAINS)
    command = [sys.executable, HERE / "run.py", tmp_path, tmp_path / "results"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "repositories are not checked out: left out" in done.stderr
    assert f"| {name} | train.py | converted |" in done.stdout


def _proof(report: dict[str, Any]) -> Proof:
    return read("owner/name", "train.py", {"seconds": 41.6, "engine": "abc", **report})


def test_how_a_proof_ended_is_told_in_one_outcome() -> None:
    oracles = [
        {"number": 1, "verdict": "passed", "details": []},
        {"number": 4, "verdict": "not applicable", "details": []},
    ]
    failed = {"number": 2, "verdict": "failed", "details": ["w differs", "b differs", "and 1 more"]}
    holds, fails = _proof({"oracles": oracles}), _proof({"oracles": [*oracles, failed]})
    assert (holds.outcome, holds.reason, holds.oracles) == ("holds", "", "passed 1; not applicable 4")
    assert (fails.outcome, fails.reason) == ("fails", "2 w differs b differs")
    progress = "farandole: original, conversion with -np 1\nfarandole: "
    said = "the original crashed with status 1; rank 0: train.py:3: OSError: no; these files are looked for: a.csv"
    original = _proof({"trouble": progress + said})
    assert (original.outcome, original.reason) == ("original fails", "train.py:3: OSError: no")
    assert _proof({"trouble": progress + "the conversion is not done after 60 s"}).outcome == "not done in time"
    assert _proof({"trouble": progress + "train.py: there is nothing to convert"}).outcome == "not judged"
    unseen = {"number": 6, "verdict": "not applicable", "details": ["no optimizer step was seen"]}
    assert _proof({"oracles": [*oracles, unseen]}).outcome == "not judged"
    lines = section([original, fails, holds]).splitlines()
    assert lines[0] == (
        "3 scripts: 1 holds, 1 fails, 1 original fails. Of the 2 whose original runs, 1 hold; "
        "one that holds takes 42 s at the median."
    )
    assert lines[4] == "| owner/name | train.py | holds | passed 1; not applicable 4 | 42 | abc |"
