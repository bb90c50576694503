"""The variables of a step are what a method of another object gives: they are asked for in the same way where it is called."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Network:
    def __init__(self):
        self.layers = [tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)]
        image = tf.keras.Input((4,))
        self.model = tf.keras.Model(image, self.layers[1](self.layers[0](image)))

    def get_variables(self):
        return self.model.trainable_variables


class Trainer:
    def __init__(self, rate):
        self.network = Network()
        self.optimizer = tf.keras.optimizers.Adam(learning_rate=rate * hvd.size())

    def fit(self, samples, epochs):
        for epoch in range(epochs):
            for batch in samples:
                self._step(batch)
                # Horovod: once, after the first step, which has made all variables
                if not getattr(self.optimizer, "hvd_broadcast_done", False):
                    hvd.broadcast_variables(self.network.get_variables(), root_rank=0)
                    hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
                    self.optimizer.hvd_broadcast_done = True

    @tf.function
    def _step(self, batch):
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(self.network.get_variables())
            loss = tf.reduce_mean(self.network.model(batch) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.network.get_variables())
        self.optimizer.apply_gradients(zip(gradients, self.network.get_variables()))


images = np.load("images.npy")
Trainer(0.001).fit(
    tf.data.Dataset.from_tensor_slices(images)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32),
    10,
)
