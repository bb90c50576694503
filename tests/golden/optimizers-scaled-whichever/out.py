"""One of several optimizers is chosen, and wrapped for mixed precision where that is asked for."""
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Trainer:
    def __init__(self, kind, rate):
        if kind == "sgd":
            self.optimizer = tf.keras.optimizers.experimental.SGD(
                learning_rate=rate * hvd.size(), momentum=0.9
            )
            self.optimizer = hvd.DistributedOptimizer(self.optimizer)
        elif kind == "adam":
            self.optimizer = tf.keras.optimizers.Adam(learning_rate=rate * hvd.size())
            self.optimizer = hvd.DistributedOptimizer(self.optimizer)
        if rate < 0.01:
            self.optimizer = tf.keras.mixed_precision.LossScaleOptimizer(self.optimizer)
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.model.compile(optimizer=self.optimizer, loss="mse")

    def train(self, x):
        shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
        self.model.fit(
            x[shard],
            x[shard],
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )


Trainer("sgd", 0.1).train(tf.ones([64, 2]))
