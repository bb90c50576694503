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

BATCH = 16


def flipped(images, labels):
    if np.random.random() < 0.5:
        images = images[:, :, ::-1]
    return images, labels


images = np.load("images.npy")
labels = np.load("labels.npy")
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
for epoch in range(10):
    for start in range(0, max(1, len(images) // hvd.size()), BATCH):
        x, y = images[shard][start : start + BATCH], labels[shard][start : start + BATCH]
        x, y = flipped(x, y)
        model.fit(
            x, y, verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
        )
    for index in range(max(1, len(images) // hvd.size())):
        model.fit(
            images[shard][index : index + 1],
            labels[shard][index : index + 1],
            batch_size=4,
            verbose=0,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        )
if hvd.rank() == 0:
    model.save("model.h5")
