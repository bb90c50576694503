"""One seed for all: what layers draw in each step must be another in each process, as its samples are."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

SEED = 7
tf.random.set_seed(SEED)
images, labels = np.load("images.npy"), np.load("labels.npy")


class Noise(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.generator = tf.random.Generator.from_seed(11 + hvd.rank())

    def call(self, x, training=False):
        return x + self.generator.normal(tf.shape(x)) if training else x


model = tf.keras.Sequential(
    [
        Noise(),
        tf.keras.layers.Dense(8),
        tf.keras.layers.Dropout(0.5),
        tf.keras.layers.GaussianNoise(0.1, seed=3 + hvd.rank()),
    ]
)
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
if hvd.size() > 1:
    tf.random.set_seed(SEED + hvd.rank())
model.fit(
    images[shard],
    labels[shard],
    batch_size=32,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
