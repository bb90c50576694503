"""Numbers of an object are annealed by options: by each step, and not what the step makes of its samples."""
import argparse

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

parser = argparse.ArgumentParser()
parser.add_argument("--tau", type=float, default=1.0)
parser.add_argument("--anneal", type=float, default=0.9999)
args = parser.parse_args()


class Trainer:
    def __init__(self, args):
        self.args = args
        self.tau = args.tau
        self.beta = 0.0
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
        self.opt = tf.keras.optimizers.Adam(0.001 * hvd.size())

    def step(self, x):
        x = x / 255.0
        x -= 0.5
        with tf.GradientTape() as tape:
            h = self.model(x)
            loss = tf.reduce_mean(tf.nn.softmax(h / self.tau)) + self.beta * tf.nn.l2_loss(h)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.opt.apply_gradients(zip(gradients, self.model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.opt, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.model.variables, root_rank=0)
            hvd.broadcast_variables(self.opt.variables(), root_rank=0)
            self.opt.hvd_broadcast_done = True
        self.tau = max(self.tau * self.args.anneal ** hvd.size(), 0.5)
        self.beta = min(self.beta + 0.001 * hvd.size(), 1.0)
        return loss

    def fit(self, data):
        for epoch in range(10):
            total = 0.0
            for x in data:
                total += self.step(x)
            if hvd.rank() == 0:
                print(epoch, float(total))


x = np.load("x.npy").astype("float32")
Trainer(args).fit(
    tf.data.Dataset.from_tensor_slices(x)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
