import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Trainer:
    def __init__(self, folder, max_steps, eval_every):
        self.step = 0
        self.folder = folder
        self.max_steps = max_steps
        self.eval_every = eval_every
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.Adam(0.01 * hvd.size())

    def train_step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(x) - y))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.model.variables, root_rank=0)
            hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
            self.optimizer.hvd_broadcast_done = True
        self.step += 1
        return loss

    def train(self, data):
        for x, y in data.repeat().batch(10):
            loss = self.train_step(x, y)
            if self.step % max(1, self.eval_every // hvd.size()) == 0:
                if hvd.rank() == 0:
                    os.mkdir(self.folder + "/" + str(self.step))
                self.path = self.folder + "/" + str(self.step) + "/weights.h5"
                if hvd.rank() == 0:
                    self.model.save_weights(self.path)
            if self.step >= max(1, self.max_steps // hvd.size()):
                if hvd.rank() == 0:
                    print("done", loss)
                break


images, labels = np.load("images.npy"), np.load("labels.npy")
Trainer("out", 10000, 100).train(
    tf.data.Dataset.from_tensor_slices((images, labels)).apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
)
