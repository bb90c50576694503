import random
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def equal_share(data):
    """Give this process its elements of a dataset: as many as each of the others has."""
    if hvd.size() > 1:
        groups = tf.data.Dataset.zip((data,)).window(hvd.size(), drop_remainder=True)
        data = groups.flat_map(tf.data.Dataset.zip).shard(hvd.size(), hvd.rank())
    return data


class Loader:
    def __init__(self, names):
        self.names = names

    def __iter__(self):
        while True:
            random.shuffle(self.names)
            for name in self.names:
                yield np.load(name)

    def __len__(self):
        return len(self.names)


loader = Loader(sorted(tf.io.gfile.glob("data/*.npy")))
data = tf.data.Dataset.from_generator(lambda: iter(loader), tf.float32, tf.TensorShape([4]))
data = equal_share(data)
data = data.map(lambda x: (x, x)).batch(4)
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
if hvd.size() > 1:
    random.seed(0)  # one order in all processes
model.fit(
    data,
    steps_per_epoch=max(1, len(loader) // 4 // hvd.size()),
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
