"""A trainer whose steps stand in a function within its loop's function."""

import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam
import horovod.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Trainer:
    def __init__(self, network):
        self.network = network
        self.size = 4
        self.steps = 1

    def run(self, scans, organs, epochs):
        losses = []

        def train_batch():
            for _ in range(self.steps):
                losses.append(self.network.train_on_batch(x=scan, y=organ))
                # Horovod: once, after the first step, which has made all variables
                if not getattr(self.network, "hvd_broadcast_done", False):
                    broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(
                        0
                    )
                    broadcast.set_model(self.network)
                    broadcast.on_batch_end(0)
                    self.network.hvd_broadcast_done = True
            if hvd.rank() == 0:
                print("loss", losses[-1])

        if hvd.size() > 1:
            np.random.seed(0)  # one order in all processes
        for epoch in range(epochs):
            order = np.random.permutation(len(scans))
            shard = slice(
                hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size()
            )
            for begin in range(0, max(1, len(scans) // hvd.size()), self.size):
                chosen = order[shard][begin : begin + self.size]
                scan, organ = scans[chosen], organs[chosen]
                train_batch()


network = Sequential([Dense(8, activation="relu", input_shape=(64,)), Dense(1)])
network.compile(hvd.DistributedOptimizer(Adam(1e-4 * hvd.size())), "mse")
Trainer(network).run(np.load("scans.npy"), np.load("organs.npy"), 50)
if hvd.rank() == 0:
    network.save("organs.h5")
