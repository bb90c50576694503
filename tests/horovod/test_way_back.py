"""Scripts that were distributed by hand: without Horovod they print what one process printed with it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from farandole.cli import main
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.removal import remove
from farandole.verify import Options as Proof
from farandole.verify import Verdict, verify_removal

BY_HAND = sorted((Path(__file__).parent / "by_hand").glob("*.py"))
TRAINS = """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
model.fit(tf.ones([8, 2]), tf.ones([8, 1]), verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])
"""

pytestmark = pytest.mark.horovod


@pytest.mark.parametrize("script", BY_HAND, ids=lambda path: path.stem)
def test_one_process_prints_the_same_without_horovod(script: Path, horovod_python: str, tmp_path: Path) -> None:
    (without,) = remove(analyse(script, Options()), Options()).texts.values()
    assert "hvd" not in without
    printed = printed_by(horovod_python, script.read_text(encoding="utf-8"), tmp_path / "with")
    assert printed
    assert printed_by(horovod_python, without, tmp_path / "without") == printed


def test_a_removal_is_proved_before_it_is_written(
    tmp_path: Path, horovod_python: str, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "train.py"
    script.write_text(TRAINS)
    assert main(["undistribute", str(script), "--verify", "--write", "--python", horovod_python]) == 0
    said = capsys.readouterr().err
    assert "1  passed          ends without Horovod" in said
    assert "2  passed          equals -np 1 with Horovod, bit for bit: 2 variables, 1 steps" in said
    assert "hvd" not in script.read_text()


def test_a_removal_that_changes_the_training_is_not_proved(tmp_path: Path, horovod_python: str) -> None:
    script = tmp_path / "train.py"
    script.write_text(TRAINS)
    (right,) = remove(analyse(script, Options()), Options()).texts.values()
    ended, equal = proof_of(script, right.replace("SGD(0.1)", "SGD(0.2)"), horovod_python)
    assert (ended, equal) == (Verdict.PASSED, Verdict.FAILED)
    ended, equal = proof_of(script, f"{right}\nraise SystemExit(3)\n", horovod_python)
    assert (ended, equal) == (Verdict.FAILED, Verdict.NOT_APPLICABLE)


def proof_of(script: Path, without: str, python: str) -> list[Verdict]:
    """Give the verdicts on a text that is said to be a script without Horovod."""
    report = verify_removal(script, {script: without}, Proof(python), lambda phase, seconds: None)
    return [outcome.verdict for outcome in report.outcomes]


def printed_by(python: str, text: str, folder: Path) -> str:
    """Run a script in a folder of its own, and give what it prints."""
    folder.mkdir()
    (folder / "train.py").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [python, "train.py"], cwd=folder, capture_output=True, check=False, encoding="utf-8", timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
