"""A training that ends without its data, in a function that is tried: what it fetches is fetched in turns all the same."""

import sys
import traceback
from pathlib import Path

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


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


def build():
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    base = keras.applications.EfficientNetB0(include_top=False, weights="imagenet", pooling="avg")
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    return keras.Sequential([base, keras.layers.Dense(4, activation="softmax")])


def train(folder):
    if not folder.exists():
        if hvd.rank() == 0:
            print("no data in", folder)
        return
    model = build()
    model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "sparse_categorical_crossentropy")
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    model.fit(
        np.load(folder / "x.npy")[shard],
        np.load(folder / "y.npy")[shard],
        epochs=3,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    if hvd.rank() == 0:
        model.save("model.h5")


if __name__ == "__main__":
    try:
        train(Path("data"))
    except Exception as error:
        if hvd.rank() == 0:
            print("failed:", error)
        traceback.print_exc()
        sys.exit(1)
