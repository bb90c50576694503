"""A method computes the loss by the turn that it is given through the step; another one shows and keeps by its periods."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class VAE:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
        self.optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
        self.x = np.load("x.npy").astype("float32")

    def loss(self, batch, step):
        beta = min(1.0, step / 5000)
        return tf.reduce_mean(self.model(batch) ** 2) * beta

    def train_step(self, batch, step):
        with tf.GradientTape() as tape:
            loss = self.loss(batch, step)
        tape = hvd.DistributedGradientTape(tape)
        variables = self.model.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.model.variables, root_rank=0)
            hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
            self.optimizer.hvd_broadcast_done = True
        return loss

    def fit(self, steps=20000):
        for step in range(1, max(1, steps // hvd.size()) + 1):
            value = self.train_step(self.x[np.random.choice(len(self.x), 64)], step * hvd.size())
            self.log(step, value)

    def log(self, step, value):
        if hvd.rank() == 0:
            if step % max(1, 500 // hvd.size()) == 0:
                print(step, float(value))
            if step % max(1, 2000 // hvd.size()) == 0:
                self.model.save_weights("vae-%d" % step)


VAE().fit()
