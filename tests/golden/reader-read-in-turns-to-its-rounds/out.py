"""A loop goes on until its reader has gone round so often: each process keeps one of as many batches as there are processes."""
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


class Reader:
    def __init__(self, folder, size):
        self.images = np.load(folder + "/images.npy")
        self.labels = np.load(folder + "/labels.npy")
        self.places = list(range(len(self.images)))
        self.size = size
        self.place = 0
        self.rounds = 0

    def next_batch(self):
        if self.place + self.size > len(self.places):
            self.place = 0
            self.rounds += 1
            random.shuffle(self.places)
        chosen = self.places[self.place : self.place + self.size]
        self.place += self.size
        return self.images[chosen], self.labels[chosen]


def train(model, optimizer, reader, rounds):
    if hvd.size() > 1:
        random.seed(0)  # one order in all processes
    while reader.rounds < rounds:
        images, labels = ([reader.next_batch() for _ in range(hvd.size()) if reader.rounds < rounds] * hvd.size())[hvd.rank()]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(images) - labels))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True


model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
train(model, tf.keras.optimizers.Adam(0.001 * hvd.size()), Reader("train", 32), 20)
