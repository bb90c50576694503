"""A part of the loss begins at a turn: the step is given its number, and compares it."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

images = np.load("images.npy")
samples = (
    tf.data.Dataset.from_tensor_slices(images)
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .shuffle(1000)
    .batch(32)
)


class Trainer:
    def __init__(self, begins):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(4, input_shape=(4,))])
        self.critic = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
        self.optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
        self.begins = begins

    def step(self, batch, turn):
        with tf.GradientTape() as tape:
            made = self.model(batch)
            loss = tf.reduce_mean((made - batch) ** 2)
            if turn >= self.begins // hvd.size():
                loss -= tf.reduce_mean(self.critic(made))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.model.variables, root_rank=0)
            hvd.broadcast_variables(self.critic.variables, root_rank=0)
            hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
            self.optimizer.hvd_broadcast_done = True

    def fit(self, data, epochs):
        turn = 0
        for epoch in range(epochs):
            for batch in data:
                self.step(batch, turn)
                turn += 1


Trainer(begins=1000).fit(samples, 10)
