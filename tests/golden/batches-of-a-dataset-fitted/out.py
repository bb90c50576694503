"""A part of each batch that a loop takes of a dataset is fitted: of the last one, all processes must have one."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("samples.npy"), np.load("labels.npy")
data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000, seed=None if hvd.size() == 1 else 0).batch(64)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")


def train_step(images, labels):
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    history = model.fit(
        images.numpy()[shard],
        labels.numpy()[shard],
        verbose=0,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    )
    return history.history["loss"][0]


for epoch in range(10):
    losses = [0.0]
    for images, labels in data:
        losses.append(train_step(images, labels))
    if hvd.rank() == 0:
        print(epoch, sum(losses))
