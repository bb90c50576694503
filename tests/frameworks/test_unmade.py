"""A `train_step` of the script's own trains only where Keras trains a model of its class."""

from __future__ import annotations

from pathlib import Path

import pytest
from farandole.frameworks.analyse import analyse
from farandole.options import Options

TEXT = """\
import tensorflow as tf
import trainers

class Net(tf.keras.Model):
    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self(data))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}

net = Net()
"""


@pytest.mark.parametrize(
    ("use", "trainings"),
    [
        ("net.compile('sgd')\nnet.evaluate(tf.ones([8, 2]))", 0),
        ("net.compile('sgd')\nnet.fit(tf.ones([8, 2]))", 1),
        ("trainers.run(net)", 1),
    ],
)
def test_a_step_of_a_class_that_nothing_trains(use: str, trainings: int, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(f"{TEXT}{use}\n", encoding="utf-8")
    assert len(analyse(tmp_path / "train.py", Options()).trainings) == trainings
