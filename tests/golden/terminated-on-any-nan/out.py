import numpy as np
from tensorflow import keras
from tensorflow.keras.callbacks import EarlyStopping, TerminateOnNaN
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class TerminateOnAnyNaN(TerminateOnNaN):
    """End the training of all processes where the loss of one is no number."""

    def on_batch_end(self, batch, logs=None):
        loss = hvd.allreduce(logs["loss"], name="loss")
        super().on_batch_end(batch, {**logs, "loss": loss})


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(8, input_shape=(4,)), keras.layers.Dense(1)])
model.compile(optimizer=hvd.DistributedOptimizer(keras.optimizers.Adam(0.01 * hvd.size())), loss="mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    batch_size=16,
    epochs=30,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        EarlyStopping("loss", patience=2),
        TerminateOnAnyNaN(),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save("model.h5")
