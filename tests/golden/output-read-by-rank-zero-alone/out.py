"""Functions that only rank 0 runs, for what it writes and its callbacks, wait for nobody in reading what it has written."""
import numpy as np
import tensorflow as tf
from tensorflow.keras.callbacks import CSVLogger
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class EvaluationLogger(CSVLogger):
    def __init__(self, filename):
        super().__init__(filename)
        self.earlier = open("log.csv").read()


def losses():
    return np.loadtxt("log.csv", delimiter=",", skiprows=1)


def logger():
    return EvaluationLogger("second.csv")


x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *([CSVLogger("log.csv")] if hvd.rank() == 0 else [])],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    np.save("losses.npy", losses())
model.evaluate(
    x,
    y,
    callbacks=[*([EvaluationLogger("evaluation.csv")] if hvd.rank() == 0 else [])],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.fit(
    x[shard],
    y[shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *([logger()] if hvd.rank() == 0 else [])],
    verbose=1 if hvd.rank() == 0 else 0,
)
