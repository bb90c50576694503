"""A `train_step` of a model's own, which applies its gradients by an optimizer that `compile` is given by name."""

import tensorflow as tf
from tensorflow import keras
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Clipped(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(6)

    def call(self, inputs):
        return self.dense(inputs)

    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(data, training=True) - data) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.trainable_weights)
        gradients = [tf.clip_by_norm(each, 1.0) for each in gradients]
        self.optimizer.apply_gradients(zip(gradients, self.trainable_weights))
        return {"loss": loss}


model = Clipped()
model.compile(keras.optimizers.Adam(0.001 * hvd_keras.size()))
samples = tf.random.stateless_normal([33, 6], seed=[1, 1])
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    samples[shard],
    epochs=2,
    batch_size=8,
    verbose=0,
    callbacks=[hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)],
)
