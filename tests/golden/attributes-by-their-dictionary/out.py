"""A model, and the settings of a run, get their attributes by `__dict__` and `vars`."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Settings:
    def __init__(self, **given):
        vars(self).update(given)


class Denoiser(tf.keras.Model):
    def __init__(self, **parts):
        super().__init__()
        self.__dict__.update(parts)
        self.net = tf.keras.Sequential([tf.keras.layers.Dense(self.width)])

    @tf.function
    def learn(self, noisy, clean):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.net(noisy) - clean) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))


class Plain:
    def __init__(self, net):
        self.__dict__["net"] = net
        self.__dict__["descent"] = tf.keras.optimizers.SGD(0.01 * hvd.size())

    def learn(self, noisy, clean):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.net(noisy) - clean) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.net.trainable_variables)
        self.descent.apply_gradients(zip(gradients, self.net.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.descent, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.net.variables, root_rank=0)
            hvd.broadcast_variables(self.descent.variables(), root_rank=0)
            self.descent.hvd_broadcast_done = True


settings = Settings(epochs=5, samples=1024)
if hvd.size() > 1:
    tf.random.set_seed(0)  # the same data in all processes
clean = tf.random.normal([settings.samples, 8])
data = (
    tf.data.Dataset.from_tensor_slices((clean + 0.1, clean))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .batch(32)
)
denoiser = Denoiser(width=8, optimizer=tf.keras.optimizers.Adam(0.001 * hvd.size()))
plain = Plain(tf.keras.Sequential([tf.keras.layers.Dense(8)]))
for epoch in range(settings.epochs):
    for noisy, wanted in data:
        denoiser.learn(noisy, wanted)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(denoiser.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(denoiser.variables, root_rank=0)
            hvd.broadcast_variables(denoiser.net.variables, root_rank=0)
            hvd.broadcast_variables(denoiser.optimizer.variables(), root_rank=0)
            denoiser.optimizer.hvd_broadcast_done = True
        plain.learn(noisy, wanted)
