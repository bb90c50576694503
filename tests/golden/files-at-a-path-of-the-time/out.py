import os
from datetime import datetime
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd
import horovod.tensorflow as hvd_tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


def folder():
    name = "run-" + hvd_tf.broadcast_object(
        datetime.now(), root_rank=0
    ).strftime("%Y%m%d-%H%M%S")
    path = os.path.join("logs", name)
    if hvd.local_rank() == 0:
        os.makedirs(path, exist_ok=hvd.local_size() < hvd.size())
    return path


def main():
    out = folder()
    samples, labels = np.load("x.npy"), np.load("y.npy")
    if hvd.local_rank() == 0:
        np.save(os.path.join(out, "mean.npy"), samples.mean(0))
    barrier()  # until the files are there
    mean = np.load(os.path.join(out, "mean.npy"))
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(
        hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
        "mse",
    )
    shard = slice(
        hvd.rank(), len(labels) // hvd.size() * hvd.size(), hvd.size()
    )
    model.fit(
        (samples - mean)[shard],
        labels[shard],
        epochs=3,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    if hvd.rank() == 0:
        model.save(os.path.join(out, "m.h5"))


if __name__ == "__main__":
    main()
