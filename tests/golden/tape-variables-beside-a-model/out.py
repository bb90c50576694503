import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
shift = tf.keras.layers.Dense(2)
alpha = tf.Variable(tf.random.normal([2]))
optimizer = tf.keras.optimizers.Adam(0.005 * hvd.size())
for x in tf.data.Dataset.from_tensor_slices(np.load("x.npy")).apply(
    lambda data: data.shard(hvd.size(), hvd.rank()).take(
        data.cardinality() // hvd.size()
    )
).batch(8):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(shift(model(x)) * alpha))
    tape = hvd.DistributedGradientTape(tape)
    variables = [*model.trainable_variables, alpha]
    variables += shift.trainable_variables
    gradients = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(gradients, variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables([alpha], root_rank=0)
        hvd.broadcast_variables(shift.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
