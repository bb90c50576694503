"""A run goes on where a file tells that it writes itself: rank 0 alone has written it, and says it for all."""

import json
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
    def __init__(self, folder):
        self.folder = folder
        self.samples = np.load("samples.npy").astype("float32")
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(64)])
        self.optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
        self.state = {"epoch": 0, "best": 1e9}
        if os.path.exists(os.path.join(folder, "state.json")):
            with open(os.path.join(folder, "state.json")) as file:
                self.state = json.load(file)

    def train(self, first, epochs):
        if hvd.size() > 1:
            np.random.seed(0)  # one order in all processes
        first = int(hvd.broadcast(first, root_rank=0))  # where rank 0 goes on
        for epoch in range(first, epochs):
            self.one_epoch()

    def train_on(self):
        if hvd.size() > 1:
            np.random.seed(0)  # one order in all processes
        self.state = hvd.broadcast_object(self.state, root_rank=0)  # where rank 0 goes on
        while self.state["epoch"] < 300:
            self.one_epoch()
            self.state["epoch"] += 1
            if hvd.rank() == 0:
                with open(os.path.join(self.folder, "state.json"), "w") as file:
                    json.dump(self.state, file)

    def one_epoch(self):
        order = np.random.permutation(len(self.samples))
        shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
        for start in range(0, max(1, len(self.samples) // hvd.size()) - 127, 128):
            batch = self.samples[order[shard][start : start + 128]]
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((self.model(batch) - batch) ** 2)
            tape = hvd.DistributedGradientTape(tape)
            gradients = tape.gradient(loss, self.model.trainable_weights)
            self.optimizer.apply_gradients(zip(gradients, self.model.trainable_weights))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(self.optimizer, "hvd_broadcast_done", False):
                hvd.broadcast_variables(self.model.variables, root_rank=0)
                hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
                self.optimizer.hvd_broadcast_done = True
        if hvd.rank() == 0:
            self.model.save_weights(os.path.join(self.folder, "model.h5"))


trainer = Trainer("run")
begun = 0
if os.path.exists("begun.txt"):
    with open("begun.txt") as file:
        begun = len(file.readlines())
trainer.train(begun, 10)
if hvd.rank() == 0:
    with open("begun.txt", "a") as file:
        file.write("trained\n")
trainer.train_on()
