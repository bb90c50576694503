import io

import numpy as np
import pandas as pd
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def write(samples, target):
    np.save(target, samples)


def packed(samples):
    target = io.BytesIO()
    write(samples, target)
    return target.getvalue()


def report(history):
    text = io.StringIO()
    pd.DataFrame(history).to_csv(text)
    if hvd.rank() == 0:
        print("lines:", text.getvalue().count("\n"))
    return text.getvalue()


table = pd.DataFrame({"a": np.arange(64.0), "b": np.arange(64.0) % 4})
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.SGD(0.001 * hvd.size())), "mse"
)
shard = slice(
    hvd.rank(), len(table[["a"]].values) // hvd.size() * hvd.size(), hvd.size()
)
history = model.fit(
    table[["a"]].values[shard],
    table["b"].values[shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    table.groupby("b").mean().round(3).to_csv("means.csv")
write(
    model.predict(table[["a"]].values, verbose=1 if hvd.rank() == 0 else 0),
    "predictions.npy",
)
sizes = [len(packed(table["a"].values)), len(report(history.history))]
if min(sizes) == 0:
    raise ValueError("nothing was packed")
