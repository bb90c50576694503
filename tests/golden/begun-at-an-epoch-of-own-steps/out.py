"""A penalty begins at an epoch that is computed from the steps, by the length of the data set itself."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

images = np.load("images.npy").astype("float32")
data = (
    tf.data.Dataset.from_tensor_slices(images)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
steps_per_epoch = len(list(data))
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())
step = 0

for _ in range(10):
    for batch in data:
        epoch = step // steps_per_epoch
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(batch) - 1.0) ** 2)
            if epoch >= 3:
                loss += tf.reduce_sum(model.trainable_variables[0] ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        step += 1
