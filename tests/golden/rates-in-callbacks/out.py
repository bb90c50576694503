"""Callbacks of the script that set the rate: to a number, by the rate before, and to what may be either."""
import tensorflow as tf
from tensorflow.keras import backend as K
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Warm(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        new = 0.1 if epoch < 3 else 0.01
        K.set_value(self.model.optimizer.lr, new * hvd.size())
    def on_epoch_end(self, epoch, logs=None):
        lr = float(K.get_value(self.model.optimizer.lr))
        K.set_value(self.model.optimizer.lr, lr * 0.9)
class Sched(tf.keras.callbacks.Callback):
    def __init__(self, schedule):
        self.schedule = schedule
    def on_epoch_begin(self, epoch, logs=None):
        lr = self.model.optimizer.learning_rate
        scheduled = self.schedule(epoch, lr)
        self.model.optimizer.learning_rate = scheduled
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    tf.random.normal([8, 3])[shard],
    tf.ones([8, 1])[shard],
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0), Warm(), Sched(lambda e, lr: 0.1 if e < 2 else lr)
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
