"""The same in a loop over data, where a bar that the losses are held against, and is raised, is no number of turns."""

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
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
done, total = 0, 0.0
next_save = max(1, 2000 // hvd.size())
next_drop = max(1, 8000 // hvd.size())
bar = 100
for epoch in range(20):
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
        done += 1
        total += float(loss)
        if done >= next_save:
            if hvd.rank() == 0:
                model.save_weights("weights.h5")
            next_save += max(1, 2000 // hvd.size())
        if done > next_drop:
            next_drop += max(1, 4000 // hvd.size())
            optimizer.learning_rate.assign(optimizer.learning_rate / 2)
        if total >= bar:
            bar += 100
            if hvd.rank() == 0:
                model.save_weights("costly.h5")
