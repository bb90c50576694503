"""Batches that a list is filled with, and samples that arrays are, in an order that is shuffled before."""
import numpy as np
import tensorflow.compat.v1 as tf
from tensorflow import keras

from data import Images, load
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Net:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.y = tf.placeholder(tf.float32, [None, 1])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 1) - self.y))
        self.train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
            self.loss
        )
        config = tf.ConfigProto()
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        self.session = tf.Session(config=config)
        self.session.run(tf.global_variables_initializer())
        self.session.run(hvd.broadcast_global_variables(0))

    def train_epoch(self, batches):
        shard = slice(hvd.rank(), len(batches) // hvd.size() * hvd.size(), hvd.size())
        for number, batch in enumerate(batches[shard]):
            self.session.run(self.train_op, {self.x: batch["x"], self.y: batch["y"]})

    def train(self, batches):
        for epoch in range(10):
            self.train_epoch(batches)


Net().train(load("train.json", 20))

samples = Images("images")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd_keras.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd_keras.size())), "mse")
shard = slice(hvd.rank(), len(samples.images) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    samples.images[shard],
    np.array(samples.labels)[shard],
    epochs=3,
    callbacks=[hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
