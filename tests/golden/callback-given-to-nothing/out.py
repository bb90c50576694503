"""A callback that sets the rate is made and given to no training: what it would set is left alone, whatever it is."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Schedule(tf.keras.callbacks.Callback):
    def __init__(self, rates):
        super(Schedule, self).__init__()
        self.rates = rates

    def on_epoch_begin(self, epoch, logs=None):
        def chosen(rate, rates):
            return rates[epoch] if epoch in rates else rate

        rate = float(tf.keras.backend.get_value(self.model.optimizer.learning_rate))
        tf.keras.backend.set_value(self.model.optimizer.lr, chosen(rate, self.rates))


x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
best = tf.keras.callbacks.ModelCheckpoint("best.h5", monitor="loss", save_best_only=True)
schedule = Schedule({20: 1e-4})
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=30,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        *([best] if hvd.rank() == 0 else []),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)  # , schedule])
