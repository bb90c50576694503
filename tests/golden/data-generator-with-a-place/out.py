"""Elements come from an object that keeps the place at which it reads: two that iterate over it would share that."""

import numpy as np
import pandas as pd
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


class Images:
    def __init__(self, table, batch_size):
        self.table = pd.read_csv(table)
        self.batch_size = batch_size
        self.place = 0

    def __call__(self):
        self.table = self.table.sample(frac=1, random_state=None if hvd.size() == 1 else 0).reset_index(drop=True)
        self.place = 0
        while self.place < len(self.table):
            rows = self.table.iloc[self.place : self.place + self.batch_size]
            self.place += self.batch_size
            yield np.stack([np.load(path) for path in rows["path"]]), rows["label"].to_numpy()


images = tf.data.Dataset.from_generator(Images("train.csv", 16), output_types=(tf.float32, tf.int64))
images = equal_share(images)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(learning_rate=0.001 * hvd.size())),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
model.fit(
    images, epochs=10, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)], verbose=1 if hvd.rank() == 0 else 0
)
