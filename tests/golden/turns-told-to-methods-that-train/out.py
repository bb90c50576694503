"""A method that takes the step is told its turn, by which it lowers the rate, shows its loss and keeps weights."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = np.load("x.npy")


class Trainer:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
        self.optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())

    def train_step(self, batch, step):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.model(batch) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        variables = self.model.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.model.variables, root_rank=0)
            hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
            self.optimizer.hvd_broadcast_done = True
        if step == 50000 // hvd.size():
            self.optimizer.learning_rate = 1e-4 * hvd.size()
        if hvd.rank() == 0:
            if step % max(1, 1000 // hvd.size()) == 0:
                print(step, float(loss))
            if step % max(1, 5000 // hvd.size()) == 0:
                self.model.save_weights("weights.h5")

    def train(self, steps):
        for step in range(max(1, steps // hvd.size())):
            self.train_step(x[np.random.choice(len(x), 32)], step)


Trainer().train(100000)
