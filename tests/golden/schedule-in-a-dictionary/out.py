"""An optimizer is given its schedule by a dictionary: its rates grow and its steps are divided."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
settings = {
    "learning_rate": tf.keras.optimizers.schedules.ExponentialDecay(
        0.01 * hvd.size(), 1000 / hvd.size(), 0.9
    ),
    "momentum": 0.9,
}
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(**settings)), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    batch_size=32,
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
