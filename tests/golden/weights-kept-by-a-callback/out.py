import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf
import horovod.tensorflow as hvd_tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class SlowWeights(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        hvd_tf.broadcast_variables(self.model.variables, root_rank=0)  # all keep the weights of rank 0
        self.slow = self.model.get_weights()

    def on_epoch_end(self, epoch, logs=None):
        self.slow = [s + 0.5 * (w - s) for s, w in zip(self.slow, self.model.get_weights())]
        self.model.set_weights(self.slow)


samples = np.load("samples.npy")
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size())), "mse")
first = model.get_weights()
for fold in range(3):
    model.set_weights(first)
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        samples[shard],
        samples[:, :1][shard],
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), SlowWeights()],
        verbose=1 if hvd.rank() == 0 else 0,
    )
