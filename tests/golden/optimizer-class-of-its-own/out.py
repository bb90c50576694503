"""An optimizer's own class keeps the rate that it is given, in a variable."""
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


class Signs(tf.keras.optimizers.Optimizer):
    def __init__(self, lr=0.01, name="signs", **options):
        super().__init__(name, **options)
        self.lr = K.variable(lr, name="lr")

    def get_updates(self, loss, params):
        gradients = self.get_gradients(loss, params)
        return [K.update_sub(each, self.lr * K.sign(one)) for each, one in zip(params, gradients)]

    def get_config(self):
        return {**super().get_config(), "lr": float(K.get_value(self.lr))}


x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(Signs(0.02 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[:, :1][shard],
    batch_size=32,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
