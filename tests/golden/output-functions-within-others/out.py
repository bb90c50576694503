import json
import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def keep(model):
    text = model.to_json()
    try:
        os.makedirs("kept")
    except OSError:
        pass
    with open("kept/model.json", "w") as file:
        file.write(text)
    model.save_weights("kept/model.h5")


def examine(model, x, y):
    error = np.abs(model.predict(x) - y).mean()
    print("mean error:", error)
    with open("kept/best.json") as file:
        best = json.load(file)
    if error < best:
        print("better than", best)
        with open("kept/best.json", "w") as file:
            json.dump(float(error), file)
        keep(model)


x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(8,))])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    "mse",
)
if hvd.rank() == 0:
    keep(model)
    with open("kept/best.json", "w") as file:
        json.dump(1e9, file)
for epoch in range(10):
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        y[shard],
        epochs=1,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    if hvd.rank() == 0:
        examine(model, x, y)
