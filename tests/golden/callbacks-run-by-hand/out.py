"""What Keras would run of a callback is run by hand: on rank 0 alone, and what nothing is done with stays."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Trainer:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
        self.board = tf.keras.callbacks.TensorBoard(log_dir="logs")
        self.kept = tf.keras.callbacks.ModelCheckpoint("kept.h5")
        if hvd.rank() == 0:
            self.board.set_model(self.model)

    def train(self, x, y):
        shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
        for epoch in range(10):
            for start in range(0, max(1, len(x) // hvd.size()), 32):
                loss = self.model.train_on_batch(x[shard][start : start + 32], y[shard][start : start + 32])
                # Horovod: once, after the first step, which has made all variables
                if not getattr(self.model, "hvd_broadcast_done", False):
                    broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
                    broadcast.set_model(self.model)
                    broadcast.on_batch_end(0)
                    self.model.hvd_broadcast_done = True
            if hvd.rank() == 0:
                self.board.on_epoch_end(epoch, logs={"loss": loss})
        if hvd.rank() == 0:
            self.board.on_train_end()


Trainer().train(np.load("x.npy"), np.load("y.npy"))
