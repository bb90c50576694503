"""A step is left out where the loss is no number, and another optimizer takes it while the loss is large: all do so, or none."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy").astype("float32"), np.load("y.npy")
data = (
    tf.data.Dataset.from_tensor_slices((x, y))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(10000)
    .batch(64)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(64, activation="relu"), tf.keras.layers.Dense(10)])
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
first, later = tf.keras.optimizers.SGD(0.1 * hvd.size()), tf.keras.optimizers.Adam(0.001 * hvd.size())

for epoch in range(100):
    for images, labels in data:
        with tf.GradientTape() as tape:
            loss = loss_fn(labels, model(images, training=True))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        if np.isnan(hvd.allreduce(loss.numpy())):
            if hvd.rank() == 0:
                print("no number, left out")
        elif hvd.broadcast(bool(loss > 5.0), root_rank=0):
            first.apply_gradients(zip(gradients, model.trainable_variables))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(first, "hvd_broadcast_done", False):
                hvd.broadcast_variables(model.variables, root_rank=0)
                hvd.broadcast_variables(first.variables(), root_rank=0)
                first.hvd_broadcast_done = True
        else:
            later.apply_gradients(zip(gradients, model.trainable_variables))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(later, "hvd_broadcast_done", False):
                hvd.broadcast_variables(model.variables, root_rank=0)
                hvd.broadcast_variables(later.variables(), root_rank=0)
                later.hvd_broadcast_done = True
if hvd.rank() == 0:
    model.save_weights("model.h5")
