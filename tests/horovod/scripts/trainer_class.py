"""A trainer object: the tape in a method, the optimizer handed over."""
import logging
import os

import numpy as np
import tensorflow as tf

logging.basicConfig(level=logging.INFO)
log = logging.getLogger("trainer")


class Trainer:
    def __init__(self, model, optimizer, loss, directory):
        self.model = model
        self.optimizer = optimizer
        self.loss = loss
        self.directory = directory
        self.ckpt = tf.train.Checkpoint(model=model, optimizer=optimizer)
        self.manager = tf.train.CheckpointManager(self.ckpt, directory, max_to_keep=2)

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = self.loss(y, self.model(x, training=True))
        grads = tape.gradient(loss, self.model.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_weights))
        return loss

    def fit(self, dataset, epochs):
        for epoch in range(epochs):
            mean = tf.keras.metrics.Mean()
            for x, y in dataset:
                mean.update_state(self.step(x, y))
            path = self.manager.save()
            log.info("epoch %d: %.4f, saved %s", epoch, mean.result(), path)
        with open(os.path.join(self.directory, "done.txt"), "w") as f:
            f.write("%d epochs\n" % epochs)


def build(width):
    inputs = tf.keras.Input(shape=(5,))
    x = tf.keras.layers.Dense(width, activation="relu")(inputs)
    return tf.keras.Model(inputs, tf.keras.layers.Dense(1)(x))


if __name__ == "__main__":
    rng = np.random.RandomState(0)
    x = rng.randn(190, 5).astype("float32")
    y = x @ rng.randn(5, 1).astype("float32")
    data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(190).batch(10)
    trainer = Trainer(build(16), tf.keras.optimizers.Adam(0.005), tf.keras.losses.MeanSquaredError(), "run")
    trainer.fit(data, epochs=2)
