"""A model is trained on samples that whoever calls its method has: nothing says that they are the same in all processes."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Network:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")

    def train(self, examples):
        boards, values = list(zip(*examples))
        # Horovod: this process's samples; the last that not all can have are left out
        shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
        self.model.fit(
            np.asarray(boards)[shard],
            np.asarray(values)[shard],
            batch_size=32,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )

    def train_on_file(self, path):
        samples = np.load(path)
        shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
        self.model.fit(
            samples[shard],
            samples[:, 0][shard],
            batch_size=32,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )
