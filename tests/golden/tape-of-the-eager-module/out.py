"""A `train_step` as that of Keras itself, with the tape of TensorFlow's module for eager execution."""

import numpy as np
import tensorflow as tf
from tensorflow.python.eager import backprop
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Model(tf.keras.Model):
    def train_step(self, data):
        x, y = data
        with backprop.GradientTape() as tape:
            loss = self.compiled_loss(y, self(x, training=True))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {metric.name: metric.result() for metric in self.metrics}


x, y = np.load("x.npy"), np.load("y.npy")
inputs = tf.keras.Input((4,))
model = Model(inputs, tf.keras.layers.Dense(1)(inputs))
model.compile(tf.keras.optimizers.Adam(0.001 * hvd.size()), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=5,
    verbose=0,
    callbacks=[hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)],
)
