import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def equal_share(data):
    """Give this process its elements of a dataset: as many as each of the others has."""
    if hvd.size() > 1:
        groups = tf.data.Dataset.zip((data,)).window(
            hvd.size(), drop_remainder=True
        )
        data = groups.flat_map(tf.data.Dataset.zip).shard(
            hvd.size(), hvd.rank()
        )
    return data


class Loader(tf.keras.utils.Sequence):
    def __init__(self, x, shuffle):
        self.x = x
        self.shuffle = shuffle
        self.indices = np.arange(len(x))
        if self.shuffle:
            self.on_epoch_end()

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[self.indices[i]] + np.random.normal(size=3)

    def __call__(self):
        for i in range(len(self)):
            yield self[i]
        self.on_epoch_end()

    def on_epoch_end(self):
        if self.shuffle:
            np.random.shuffle(self.indices)

if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
train_set = Loader(np.load("x.npy"), True)
train_set = tf.data.Dataset.from_generator(train_set, tf.float32)
train_set = equal_share(train_set)
train_set = train_set.batch(4)
model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
optimizer = tf.keras.optimizers.Adam(0.01 * hvd.size())
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for epoch in range(3):
    for x in train_set:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x) - x))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
