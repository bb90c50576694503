import numpy as np
import tensorflow as tf
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import horovod.tensorflow as hvd_tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class TerminateOnAnyNaN(keras.callbacks.TerminateOnNaN):
    """End the training of all processes where the loss of one is no number."""

    def on_train_begin(self, logs=None):
        super().on_train_begin(logs)
        loss = keras.backend.placeholder(())
        self.mean_loss = keras.backend.function([loss], [hvd_tf.allreduce(loss)])

    def on_batch_end(self, batch, logs=None):
        (loss,) = self.mean_loss([logs["loss"]])
        super().on_batch_end(batch, {**logs, "loss": loss})


tf.compat.v1.disable_eager_execution()

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(8, input_shape=(4,)), keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.legacy.SGD(0.01 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    batch_size=8,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), TerminateOnAnyNaN()],
    verbose=2 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save("model.h5")
