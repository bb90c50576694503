"""A trainer that is no callback sets the rate of its model anew in each epoch."""

import numpy as np
from tensorflow import keras
from tensorflow.keras import backend as K
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Trainer:
    def __init__(self, model, rate):
        self.model = model
        self.first = rate
        self.model.compile(
            hvd.DistributedOptimizer(
                keras.optimizers.Adam(learning_rate=rate * hvd.size())
            ),
            "mse",
        )

    def rate(self, epoch):
        return self.first * 0.5 ** (epoch // 10)

    def train(self, images, epochs):
        for epoch in range(epochs):
            K.set_value(self.model.optimizer.learning_rate, self.rate(epoch) * hvd.size())
            for step in range(max(1, 100 // hvd.size())):
                batch = images[np.random.choice(len(images), 32)]
                self.model.train_on_batch(batch, batch)
                # Horovod: once, after the first step, which has made all variables
                if not getattr(self.model, "hvd_broadcast_done", False):
                    broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
                    broadcast.set_model(self.model)
                    broadcast.on_batch_end(0)
                    self.model.hvd_broadcast_done = True


Trainer(keras.Sequential([keras.layers.Dense(4)]), 0.001).train(np.load("images.npy"), 30)
