import argparse

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float, default=0.1)
options = parser.parse_args()

images, labels = np.load("images.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(learning_rate=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer)
optimizer.lr.assign(options.lr * hvd.size())
model.compile(optimizer, "mse")


def lower():
    rate = optimizer.get_config()["learning_rate"]
    optimizer.lr.assign(rate / 10)


for epoch in range(3):
    shard = slice(
        hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size()
    )
    model.fit(
        images[shard],
        labels[shard],
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    lower()
