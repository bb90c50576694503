"""The naive conversions of `naive/`: the oracle that must catch each of them does."""

from __future__ import annotations

from pathlib import Path

import pytest
from farandole.verify import Options, Verdict, verify

from tests.horovod import suite

CAUGHT = {
    "averaged_twice": ("printed_tensors", 4, "differs on the larger batch"),
    "exhausted_zip": ("printed_tensors", 2, "differs on rank 1"),
    "lost_broadcast": ("printed_tensors", 2, "differs on rank 1"),
    "lost_broadcast_session": ("session_mnist", 2, "differs on rank 1"),
    "printed_tensor": ("printed_tensors", 5, "rank 1 printed: tf.Tensor("),
    "reprinted": ("printed_tensors", 7, "was only written in another way"),
    "saved_everywhere": ("autoencoder", 5, "rank 1 wrote denoise.h5"),
    "saved_everywhere_session": ("session_mnist", 5, "rank 1 wrote model"),
    "scaled_by_constant": ("printed_tensors", 3, "differs on the conversion"),
    "shared_flag": ("gan", 2, "differs on rank 1"),
    "stopped_on_one_rank": ("early_stopping", 1, "rank"),
    "summed": ("printed_tensors", 4, "differs on the larger batch"),
    "summed_session": ("session_rnn", 4, "differs on the larger batch"),
    "tf_print": ("printed_tensors", 5, "rank 1 printed: norm"),
    "undivided_steps": ("generator_fit", 6, "each rank took 48 steps, the original 48"),
    "unequal_steps": ("printed_tensors", 1, "rank"),
    "unsharded": ("printed_tensors", 6, "samples are on two ranks"),
    "wrapped_twice": ("custom_train_step", 3, "RecursionError"),
}
"""For each naive conversion: the script that it converts, the oracle, and what must be said of it."""


def test_every_naive_conversion_is_tested() -> None:
    assert sorted(CAUGHT) == sorted(path.stem for path in suite.NAIVE.glob("*.py"))


@pytest.mark.parametrize("name", CAUGHT)
def test_oracle_catches(name: str, tmp_path: Path, horovod_python: str) -> None:
    original, number, said = CAUGHT[name]
    script = suite.copied(original, tmp_path)
    text = (suite.NAIVE / f"{name}.py").read_text(encoding="utf-8")
    options = Options(python=horovod_python, max_steps=0, timeout=suite.TIMEOUT)
    report = verify(script, lambda path: {path: text}, options, lambda phase, seconds: None)
    outcome = next(outcome for outcome in report.outcomes if outcome.number == number)
    assert outcome.verdict is Verdict.FAILED, report
    assert any(said in line for line in outcome.details), outcome
    assert not report.holds
