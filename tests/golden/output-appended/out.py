"""A log that is opened to be read and appended to, and only written to."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd
import os

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

data = np.load("data.npz")
log = open("log.csv" if hvd.rank() == 0 else os.devnull, "a+")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse"
)
for run in range(3):
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    history = model.fit(
        data["x"][shard],
        data["y"][shard],
        verbose=0,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    )
    log.write("%d,%f\n" % (run, history.history["loss"][-1]))
    log.flush()
log.close()
