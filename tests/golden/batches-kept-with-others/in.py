"""A callback adds the batch that Keras counts to a number of steps that it is given, and keeps the sum for a test of a period."""

import numpy as np
import tensorflow as tf


class Keeping(tf.keras.callbacks.Callback):
    """Saves the weights once in a number of steps."""

    def __init__(self, per_epoch):
        super().__init__()
        self.per_epoch = per_epoch

    def on_epoch_begin(self, epoch, logs=None):
        self.epoch = epoch

    def on_train_batch_end(self, batch, logs=None):
        taken = self.epoch * self.per_epoch + batch
        if taken % 1000 == 0:
            self.model.save_weights("weights.h5")


class Trainer:
    """Takes the steps itself, and keeps a number of them."""

    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer
        self.taken = 0

    def fit(self, batches, epochs, per_epoch):
        """Train for some epochs."""
        for epoch in range(epochs):
            for turn, (x, y) in enumerate(batches):
                self.taken = epoch * per_epoch + turn
                self.optimizer.learning_rate = 0.1 * (1 - self.taken / 20000)
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean(tf.square(self.model(x) - y))
                gradients = tape.gradient(loss, self.model.trainable_variables)
                self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
                if self.taken % 1000 == 0:
                    self.model.save_weights("weights.h5")


samples, values = np.load("samples.npy"), np.load("values.npy")
first = tf.keras.Sequential([tf.keras.layers.Dense(1)])
first.compile(tf.keras.optimizers.SGD(0.1), "mse")
first.fit(samples, values, epochs=10, batch_size=32, callbacks=[Keeping(len(samples) // 32)])
second = tf.keras.Sequential([tf.keras.layers.Dense(1)])
trainer = Trainer(second, tf.keras.optimizers.SGD(0.1))
trainer.fit(tf.data.Dataset.from_tensor_slices((samples, values)).batch(32), 10, len(samples) // 32)
