import math

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

ACCUMULATED, PEAK, WARM, UPDATES = 4, 0.1, 50, 1000
batches = (
    tf.data.Dataset.from_tensor_slices(np.load("samples.npy"))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .repeat()
    .batch(8)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(PEAK * hvd.size())
update, sums = 0, []
for number, batch in enumerate(batches):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2) / ACCUMULATED
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    sums = [a + b for a, b in zip(sums, gradients)] if sums else gradients
    if (number + 1) % ACCUMULATED == 0:
        if update < WARM // hvd.size():
            optimizer.learning_rate = PEAK * (update * hvd.size() + 1) / WARM * hvd.size()
        else:
            optimizer.learning_rate = (
                PEAK
                / 2
                * (1 + math.cos(math.pi * (update * hvd.size() - WARM) / (UPDATES - WARM)))
                * hvd.size()
            )
        optimizer.apply_gradients(zip(sums, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        sums = []
        update += 1
        if update == max(1, UPDATES // hvd.size()):
            break
