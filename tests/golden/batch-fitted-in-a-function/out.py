"""A model is fitted to one batch in each turn, in a function that draws the batch: the turns are divided, and not the batch."""

import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

BATCH = 64
images, labels = np.load("images.npy"), np.load("labels.npy")
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size())),
    keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)


def take_step():
    chosen = np.random.randint(0, len(images), BATCH)
    return model.fit(
        images[chosen],
        labels[chosen],
        batch_size=BATCH,
        verbose=0,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    )


def take_steps(times):
    for _ in range(max(1, times // hvd.size())):
        take_step()


take_steps(2000)
if hvd.rank() == 0:
    model.save("model.h5")
