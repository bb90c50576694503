import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
stopping = keras.callbacks.EarlyStopping(patience=3)
kept = keras.callbacks.ModelCheckpoint("best.h5", save_best_only=True)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.1 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    verbose=1 if hvd.rank() == 0 else 0,
    **{
        "epochs": 10,
        "validation_split": 0.2,
        "callbacks": (
            hvd.callbacks.BroadcastGlobalVariablesCallback(0),
            hvd.callbacks.MetricAverageCallback(),
            stopping,
            *([kept] if hvd.rank() == 0 else []),
        ),
    },
)
