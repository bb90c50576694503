"""A small convolutional network trained by `fit`, distributed as Horovod's documentation does it."""

import time

import horovod.tensorflow.keras as hvd
import numpy as np
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

BATCH_SIZE = 64
STEPS = 6000
BLOCK = 10


class Blocks(tf.keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.ends = []

    def on_train_batch_end(self, batch, logs=None):
        if (batch + 1) % BLOCK == 0:
            self.ends.append(time.monotonic())

    def on_train_end(self, logs=None):
        if hvd.rank() == 0:
            print("blocks", *self.ends)


rng = np.random.default_rng(0)
images = rng.random((2048, 28, 28, 1), dtype="float32")
labels = rng.integers(0, 10, size=2048)
dataset = tf.data.Dataset.from_tensor_slices((images, labels)).shard(hvd.size(), hvd.rank())
dataset = dataset.shuffle(2048).repeat().batch(BATCH_SIZE).prefetch(2)

model = tf.keras.Sequential(
    [
        tf.keras.layers.Conv2D(16, 3, activation="relu", input_shape=(28, 28, 1)),
        tf.keras.layers.MaxPooling2D(),
        tf.keras.layers.Conv2D(32, 3, activation="relu"),
        tf.keras.layers.MaxPooling2D(),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(128, activation="relu"),
        tf.keras.layers.Dense(10),
    ]
)
model.compile(
    optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0), Blocks()]
model.fit(dataset, steps_per_epoch=STEPS // hvd.size(), epochs=1, callbacks=callbacks, verbose=0)
