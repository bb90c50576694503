"""A flow and a `tf.Module` have a permutation and a shift by chance, which no gradient changes."""

import tensorflow as tf
import tensorflow_probability as tfp
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

tfb = tfp.bijectors


class Shifted(tf.Module):
    def __init__(self):
        super().__init__()
        self.shift = tf.Variable(tf.random.normal([3]), trainable=False)
        self.scale = tf.Variable(tf.random.normal([3]))

    def __call__(self, x):
        return tf.reduce_mean((x * self.scale + self.shift) ** 2)


lower_upper, order = tf.linalg.lu(tf.random.normal([3, 3]))
turn = tfb.ScaleMatvecLU(tf.Variable(lower_upper), tf.Variable(order, trainable=False))
flow = tfp.distributions.TransformedDistribution(tfp.distributions.Normal([0.0] * 3, 1.0), turn)
shifted = Shifted()
flow_optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
data = (
    tf.data.Dataset.from_tensor_slices(tf.random.normal([100, 3], seed=1))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .batch(10)
)
for x in data:
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(flow.log_prob(x))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, flow.trainable_variables)
    flow_optimizer.apply_gradients(zip(gradients, flow.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(flow_optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(flow.variables, root_rank=0)
        hvd.broadcast_variables(flow_optimizer.variables(), root_rank=0)
        flow_optimizer.hvd_broadcast_done = True
    with tf.GradientTape() as tape:
        loss = shifted(x)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, shifted.trainable_variables)
    optimizer.apply_gradients(zip(gradients, shifted.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(shifted.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
