"""A model takes the steps of a second optimizer, which a method of Keras gives that tells of none."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Pair(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.one = tf.keras.layers.Dense(4)
        self.two = tf.keras.layers.Dense(1)

    def compile(self, second, first, **options):
        super().compile(first, **options)
        self.second = self._get_optimizer(second)

    def call(self, x):
        return self.two(self.one(x))

    def train_step(self, x):
        self.second_step(x)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self(x) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.one.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.one.trainable_variables))
        return {"loss": loss}

    def second_step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(x) - 1.0) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.two.trainable_variables)
        self.second.apply_gradients(zip(gradients, self.two.trainable_variables))


model = Pair()
model.compile(tf.keras.optimizers.SGD(0.01), tf.keras.optimizers.Adam(0.001 * hvd.size()))
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.load("x.npy")[shard],
    epochs=10,
    batch_size=32,
    callbacks=[hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
