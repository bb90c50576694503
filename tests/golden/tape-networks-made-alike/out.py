"""One function makes the network that is trained, and another, as chance has drawn it, that the loss compares it with."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def network(size):
    return tf.keras.Sequential([tf.keras.layers.Dense(32, "relu"), tf.keras.layers.Dense(size)])


class Distillation:
    def __init__(self, size):
        self.target, self.predictor = network(size), network(size)
        self.optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())

    @tf.function
    def step(self, samples):
        with tf.GradientTape() as tape:
            difference = self.predictor(samples) - tf.stop_gradient(self.target(samples))
            loss = tf.reduce_mean(tf.square(difference))
        tape = hvd.DistributedGradientTape(tape)
        variables = self.predictor.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss


distillation = Distillation(8)
samples = np.load("samples.npy").astype("float32")
for epoch in range(20):
    for batch in tf.data.Dataset.from_tensor_slices(samples).apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size())
    ).shuffle(500).batch(16):
        distillation.step(batch)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(distillation.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(distillation.predictor.variables, root_rank=0)
            hvd.broadcast_variables(distillation.target.variables, root_rank=0)
            hvd.broadcast_variables(distillation.optimizer.variables(), root_rank=0)
            distillation.optimizer.hvd_broadcast_done = True
