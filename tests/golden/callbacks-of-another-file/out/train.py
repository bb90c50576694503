import numpy as np
import tensorflow as tf
from settings import get_callbacks
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
x, y = np.random.rand(1000, 8), np.random.rand(1000, 1)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    optimizer=hvd.DistributedOptimizer(
        tf.keras.optimizers.Adam(1e-3 * hvd.size())
    ),
    loss="mse",
)
callbacks = get_callbacks("best.h5")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=20,
    validation_split=0.1,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *callbacks],
    verbose=1 if hvd.rank() == 0 else 0,
)
