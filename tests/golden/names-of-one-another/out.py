import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
data = (
    tf.data.Dataset.from_tensor_slices((x, y))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .shuffle(1000)
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())

a = b = c = d = e = f = g = h = i = j = k = l = 1.0

for epoch in range(20):
    for batch, target in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(batch) - target))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    a = (b + c + d + e + f + g + h + i + j + k + l) / 11
    b = (a + c + d + e + f + g + h + i + j + k + l) / 11
    c = (a + b + d + e + f + g + h + i + j + k + l) / 11
    d = (a + b + c + e + f + g + h + i + j + k + l) / 11
    e = (a + b + c + d + f + g + h + i + j + k + l) / 11
    f = (a + b + c + d + e + g + h + i + j + k + l) / 11
    g = (a + b + c + d + e + f + h + i + j + k + l) / 11
    h = (a + b + c + d + e + f + g + i + j + k + l) / 11
    i = (a + b + c + d + e + f + g + h + j + k + l) / 11
    j = (a + b + c + d + e + f + g + h + i + k + l) / 11
    k = (a + b + c + d + e + f + g + h + i + j + l) / 11
    l = (a + b + c + d + e + f + g + h + i + j + k) / 11
    if a > 1000.0:
        break
