"""A generator draws three others for each sample, and gives each of them, whatever they are."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def equal_share(data):
    """Give this process its elements of a dataset: as many as each of the others has."""
    if hvd.size() > 1:
        groups = tf.data.Dataset.zip((data,)).window(hvd.size(), drop_remainder=True)
        data = groups.flat_map(tf.data.Dataset.zip).shard(hvd.size(), hvd.rank())
    return data


images = np.load("images.npy").astype("float32")
captions = np.load("captions.npy")


def pairs():
    for image, caption in zip(images, captions):
        others = np.random.choice(np.arange(len(captions)), 3, replace=False)
        for other in others:
            if captions[other] == caption:
                yield image, 1.0
            elif captions[other] != caption:
                yield image, 0.0
            else:
                raise ValueError("a caption is not a number")


data = (
    tf.data.Dataset.from_generator(pairs, (tf.float32, tf.float32), ([784], []))
    .apply(equal_share)
    .shuffle(1000)
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
model.fit(
    data,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
