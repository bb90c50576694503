"""Numbers that fall with each batch, by a factor or by a number."""
import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Anneal(tf.keras.callbacks.Callback):
    """A temperature that falls by a factor with each batch, and a weight that falls by a number."""

    def __init__(self, temperature, weight, factor):
        super().__init__()
        self.temperature, self.weight, self.factor = temperature, weight, factor
        self.heat, self.share = 1.0, 1.0

    def on_train_batch_begin(self, batch, logs=None):
        K.set_value(self.temperature, 0.1 + self.heat)
        self.heat *= self.factor ** hvd.size()
        K.set_value(self.weight, max(self.share, 0.1))
        self.share -= 0.001 * hvd.size()

    def on_epoch_end(self, epoch, logs=None):
        self.share = min(self.share, 1.0)
        if hvd.rank() == 0:
            print("temperature", K.get_value(self.temperature))


x = np.load("x.npy")
temperature, weight = K.variable(1.0), K.variable(1.0)
model = tf.keras.Sequential([tf.keras.layers.Dense(1), tf.keras.layers.Lambda(lambda y: y / temperature * weight)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[:, :1][shard],
    batch_size=32,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), Anneal(temperature, weight, 0.999)],
    verbose=1 if hvd.rank() == 0 else 0,
)
