import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

w = tf.Variable(tf.zeros([3, 1]))
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
data = (
    tf.data.Dataset.from_tensor_slices(np.load("x.npy"))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .shuffle(100)
    .batch(10)
)
best = 1e9
for epoch in range(10):
    for x in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((x @ w) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables([w], root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    if hvd.broadcast(bool(loss < best), root_rank=0):
        best = loss
    else:
        optimizer.learning_rate = optimizer.learning_rate * 0.5
    if epoch == 5:
        optimizer.learning_rate.assign(0.01 * hvd.size())
    if hvd.broadcast(bool(loss < 0.001), root_rank=0):
        break
