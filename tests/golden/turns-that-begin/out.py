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
    tf.data.Dataset.from_tensor_slices(np.load("samples.npy"))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
    .repeat(10)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
first, second = tf.keras.optimizers.Adam(1e-3 * hvd.size()), tf.keras.optimizers.SGD(
    1e-2 * hvd.size()
)
step = 0
weight = 0.0
for batch in data:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch)) + weight * tf.reduce_sum(model.losses)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    if step <= 500 // hvd.size():
        first.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(first, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(first.variables(), root_rank=0)
            first.hvd_broadcast_done = True
    else:
        second.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(second, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(second.variables(), root_rank=0)
            second.hvd_broadcast_done = True
    if step > 1000 // hvd.size():
        weight = 1.0
    if step == 700 and hvd.rank() == 0:
        print("later")
    step += 1
