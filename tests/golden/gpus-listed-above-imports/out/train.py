"""GPUs are listed above the import of a module that makes variables, below whose imports the own GPU would be chosen."""

import tensorflow as tf
from tensorflow.python.client import device_lib
import horovod.tensorflow as hvd

hvd.init()

if hvd.rank() == 0:
    print(device_lib.list_local_devices())

from losses import error, mean_error

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
data = (
    tf.data.Dataset.from_tensor_slices(([[1.0]] * 64, [[1.0]] * 64))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .batch(8)
)
for x, y in data:
    with tf.GradientTape() as tape:
        loss = error(y, model(x))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    mean_error(loss)
