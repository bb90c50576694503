"""A model takes its steps by its own optimizer, which a library that is not read gives it."""

import tensorflow as tf
from workbench import equip
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Denoiser(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.net = tf.keras.layers.Dense(8)

    def call(self, noisy):
        return self.net(noisy)

    def learn(self, noisy, clean):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(noisy) - clean) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.variables, root_rank=0)
            hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
            self.optimizer.hvd_broadcast_done = True


if hvd.size() > 1:
    tf.random.set_seed(0)  # the same data in all processes
clean = tf.random.normal([1024, 8])
data = (
    tf.data.Dataset.from_tensor_slices((clean + 0.1, clean))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size())
    )
    .batch(32)
)
denoiser = Denoiser()
equip(denoiser)
for epoch in range(5):
    for noisy, wanted in data:
        denoiser.learn(noisy, wanted)
