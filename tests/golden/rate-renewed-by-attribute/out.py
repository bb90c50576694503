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
    def __init__(self, config):
        self.rate = 0.01 * hvd.size()
        if "rate" in config:
            self.rate = float(config["rate"]) * hvd.size()
        if config["decay"] == "exp":
            self.rate = tf.keras.optimizers.schedules.ExponentialDecay(
                self.rate, 1000 / hvd.size(), 0.9
            )
        elif config["decay"] == "inverse":
            self.rate = tf.keras.optimizers.schedules.InverseTimeDecay(
                self.rate, 1000 / hvd.size(), 0.9
            )
        if config["optimizer"] == "sgd":
            self.optimizer = tf.keras.optimizers.SGD(self.rate)
            self.optimizer = hvd.DistributedOptimizer(self.optimizer)
        else:
            self.optimizer = tf.keras.optimizers.Adam(self.rate)
            self.optimizer = hvd.DistributedOptimizer(self.optimizer)
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.model.compile(self.optimizer, "mse")
    def train(self):
        # Horovod: this process's samples; the last that not all can have are left out
        shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
        self.model.fit(
            np.load("x.npy")[shard],
            np.load("y.npy")[shard],
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )
Trainer({"decay": "exp", "optimizer": "sgd"}).train()
