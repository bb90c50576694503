"""Rates that are set by the name of the attribute as a text, or by `update` of Keras: they are scaled; the factor is not."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

data = (
    tf.data.Dataset.from_tensor_slices(np.load("x.npy"))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(64)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(64), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())
for epoch in range(50):
    if epoch < 10:
        setattr(optimizer, "learning_rate", (0.01 if epoch < 5 else 0.001) * hvd.size())
    elif epoch < 20:
        optimizer._set_hyper("learning_rate", 0.01 * 0.9**epoch * hvd.size())
    elif epoch < 30:
        tf.keras.backend.update(optimizer.lr, 0.001 * 0.9**epoch * hvd.size())
    else:
        setattr(optimizer, "lr", optimizer.lr * 0.9)
    setattr(model, "rate", 0.5)
    for batch in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
