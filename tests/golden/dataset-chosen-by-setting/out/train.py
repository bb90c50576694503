"""A setting chooses what a dataset is made of: either is divided."""

import numpy as np
import tensorflow as tf

from settings import Settings
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def load(images, masks, paired):
    if paired:
        dataset = tf.data.Dataset.from_tensor_slices((images, masks))
    else:
        dataset = tf.data.Dataset.from_tensor_slices(images)
    dataset = (
        dataset.shard(hvd.size(), hvd.rank())
        .take(dataset.cardinality() // hvd.size())
        .shuffle(buffer_size=8)
    )
    return dataset.batch(16)


images = np.load("images.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
for epoch in range(3):
    for batch in load(images, images, Settings.paired):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch[0] if Settings.paired else batch))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
