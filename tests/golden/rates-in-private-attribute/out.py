"""The rate of an optimizer of TensorFlow 1 is in an attribute of its own, and is set from the one before, and to a number."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
tf.compat.v1.enable_eager_execution()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.compat.v1.train.AdamOptimizer(0.1 * hvd.size())
data = (
    tf.data.Dataset.from_tensor_slices(tf.ones([64, 4]))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .batch(8)
)
for epoch in range(10):
    for x in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x))
        tape = hvd.DistributedGradientTape(tape)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    if epoch == 5:
        optimizer._lr = max(0.5 * optimizer._lr, 0.01 * hvd.size())
    if epoch == 8:
        optimizer._lr = 0.001 * hvd.size()
