"""How points are drawn is no path: no process reads the working folder there, into which a plot is written."""

import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

NAME = "final"

x, y = np.load("data/x.npy"), np.load("data/y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
predicted = model.predict(x, verbose=1 if hvd.rank() == 0 else 0)[:, 0]
figure, axes = plt.subplots()
axes.plot(y, predicted, ".")
plt.plot(y, predicted, ".", color="gray")
if hvd.rank() == 0:
    plt.savefig(f"predicted_{NAME}.png")
