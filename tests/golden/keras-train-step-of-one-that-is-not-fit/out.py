"""A model with a `train_step` of its own only gives samples, beside which another model is trained."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Forger(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(8)
        self.forger_optimizer = tf.keras.optimizers.Adam(0.001)

    def call(self, noise):
        return self.hidden(noise)

    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(data) - data))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.forger_optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


forger = Forger()
forger.build((None, 8))
forger.load_weights("forger.h5")
noise = np.random.RandomState(1).normal(size=(1000, 8))
samples = np.concatenate(
    [np.load("samples.npy"), forger.predict(noise, verbose=1 if hvd.rank() == 0 else 0)]
)
labels = np.concatenate([np.ones(len(samples) - 1000), np.zeros(1000)])
judge = tf.keras.Sequential([tf.keras.layers.Dense(1, activation="sigmoid")])
judge.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "binary_crossentropy"
)
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
judge.fit(
    samples[shard],
    labels[shard],
    batch_size=50,
    epochs=30,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
