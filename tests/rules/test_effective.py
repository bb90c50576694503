"""What rates and batches amount to with several processes."""

from __future__ import annotations

from pathlib import Path

import pytest
from farandole.frameworks.analyse import analyse
from farandole.options import DataDivision, LearningRateScaling, Options
from farandole.rules.horovod.effective import effective

SCRIPT = """\
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices([1.0]).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(learning_rate=0.1), "mse")
model.fit(data)
model.fit([[1.0]] * 64, [[2.0]] * 64, batch_size=8)
"""


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (Options(), [("32", "128"), ("0.1", "0.4"), ("8", "32")]),
        (Options(learning_rate_scaling=LearningRateScaling.SQRT), [("32", "128"), ("0.1", "0.2"), ("8", "32")]),
        (Options(learning_rate_scaling=LearningRateScaling.NONE), [("32", "128"), ("8", "32")]),
        (Options(data=DataDivision.NONE), []),
    ],
)
def test_numbers_at_four_processes(tmp_path: Path, options: Options, expected: list[tuple[str, str]]) -> None:
    path = tmp_path / "train.py"
    path.write_text(SCRIPT, encoding="utf-8")
    found = effective(analyse(path, options), options, 4)
    assert [(each.document.segment(each.node), each.value) for each in found] == expected


def test_a_rate_that_is_scaled_already_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    text = SCRIPT.replace("as tf\n", "as tf\nimport horovod.tensorflow.keras as hvd\n").replace(
        "0.1", "0.1 * hvd.size()"
    )
    path.write_text(text, encoding="utf-8")
    found = effective(analyse(path, Options()), Options(), 4)
    assert [each.document.segment(each.node) for each in found] == ["32", "8"]
