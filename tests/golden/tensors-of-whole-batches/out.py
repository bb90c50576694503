"""Tensors have as many rows as a batch has samples: a share of the samples must not end with a smaller one."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

BATCH = 100


class Judge:
    def __init__(self, batch_size):
        self.batch_size = batch_size
        self.net = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())

    def train(self, samples, epochs):
        data = (
            tf.data.Dataset.from_tensor_slices(samples)
            .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
            .shuffle(1000)
            .batch(self.batch_size, drop_remainder=hvd.size() > 1)
        )
        real = tf.ones([self.batch_size, 1])
        for epoch in range(epochs):
            for batch in data:
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean((self.net(batch) - real) ** 2)
                tape = hvd.DistributedGradientTape(tape)
                variables = self.net.trainable_variables
                self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
                # Horovod: once, after the first step, which has made all variables
                if not getattr(self.optimizer, "hvd_broadcast_done", False):
                    hvd.broadcast_variables(self.net.variables, root_rank=0)
                    hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
                    self.optimizer.hvd_broadcast_done = True


images = np.load("images.npy").astype("float32")
data = (
    tf.data.Dataset.from_tensor_slices(images)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(10000)
    .batch(BATCH, drop_remainder=hvd.size() > 1)
    .prefetch(2)
)
whole = (
    tf.data.Dataset.from_tensor_slices(images)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(10000)
    .batch(BATCH, drop_remainder=True)
)
measured = (
    tf.data.Dataset.from_tensor_slices(images)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(10000)
    .batch(64)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())


def train(batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True


for batch in data:
    train(tf.reshape(batch, [BATCH, 784]))
for batch in whole:
    train(tf.reshape(batch, [BATCH, 784]))
for batch in measured:
    rows = tf.shape(batch)[0]
    train(tf.reshape(batch, [rows, 784]) + tf.random.normal([rows, 784]))
Judge(32).train(images, 10)
