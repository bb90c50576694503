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


class Reader:
    def __init__(self, path):
        self.lines = self.load(path)

    def rows(self):
        for line in self.lines:
            values = [float(each) for each in line.split()]
            yield values[:-1], values[-1]

    def load(self, path):
        with open(path) as file:
            lines = [line.strip() for line in file]
        if hvd.size() > 1:
            np.random.seed(0)  # one order in all processes
        np.random.shuffle(lines)
        return lines


class Pipeline:
    def __init__(self, reader):
        self.reader = reader

    def __call__(self, batch):
        data = tf.data.Dataset.from_generator(self.reader.rows, (tf.float32, tf.float32), ((8,), ()))
        data = equal_share(data)
        return data.batch(batch)


pipeline = Pipeline(Reader("train.txt"))
data = pipeline(16)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
model.fit(
    data,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
