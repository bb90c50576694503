"""A traced step that is called with one network and its optimizer, then with another one."""
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
    tf.data.Dataset.from_tensor_slices(np.load("pairs.npy"))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .shuffle(1000)
    .batch(32)
)
forward = tf.keras.Sequential([tf.keras.layers.Dense(8, input_shape=(8,))])
backward = tf.keras.Sequential([tf.keras.layers.Dense(8, input_shape=(8,))])
forward_optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
backward_optimizer = tf.keras.optimizers.Adam(0.0005 * hvd.size())


@tf.function
def step(model, optimizer, given, wanted):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(given) - wanted) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for epoch in range(10):
    for pairs in data:
        step(forward, forward_optimizer, pairs[:, 0], pairs[:, 1])
        # Horovod: once, after the first step, which has made all variables
        if not getattr(forward_optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(forward.variables, root_rank=0)
            hvd.broadcast_variables(forward_optimizer.variables(), root_rank=0)
            forward_optimizer.hvd_broadcast_done = True
        step(backward, backward_optimizer, pairs[:, 1], pairs[:, 0])
        # Horovod: once, after the first step, which has made all variables
        if not getattr(backward_optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(backward.variables, root_rank=0)
            hvd.broadcast_variables(backward_optimizer.variables(), root_rank=0)
            backward_optimizer.hvd_broadcast_done = True
