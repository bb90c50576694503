"""Samples are in one order until all are read: what is shuffled beside them, of the same modules, orders other ones."""
import random

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Samples:
    def __init__(self, data, validation):
        self.data, self.validation = data, validation
        self.place = 0
        self.validated = np.arange(len(validation))
        random.shuffle(self.validated)
        self.trained = np.arange(len(data))

    def next_batch(self, size):
        start = self.place
        self.place += size
        if self.place > len(self.trained) - 1:
            start, self.place = 0, size
            np.random.shuffle(self.trained)
        samples = [self.data[self.trained[index]] for index in range(start, self.place)]
        return np.stack([np.flip(each, random.choice([0, 1])) for each in samples])

    def next_validation(self):
        return self.validation[self.validated[0]]


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
samples = Samples(np.load("x.npy"), np.load("v.npy"))
for epoch in range(10):
    for step in range(max(1, len(samples.trained) // 8 // hvd.size())):
        batch = samples.next_batch(8)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(batch) - 1.0) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if epoch == 0 and step == 0:
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
