"""Models that are read back where every process needs them: in the turns of a loop that trains, and for a caller."""

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


data = np.load("folds.npz")
scores = []
for fold in range(5):
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(optimizer=hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size())), loss="mse")
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    model.fit(
        data["x"][shard],
        data["y"][shard],
        batch_size=32,
        epochs=5,
        verbose=0,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    )
    if hvd.rank() == 0:
        model.save("fold.h5")
    barrier()  # until rank 0 has written fold.h5
    best = keras.models.load_model("fold.h5")
    scores.append(best.evaluate(data["x_test"], data["y_test"], verbose=0))


def last():
    barrier()  # until rank 0 has written fold.h5
    found = keras.models.load_model("fold.h5")
    return found.count_params()


last_result = last()
if hvd.rank() == 0:
    print("parameters:", last_result, "mean score:", np.mean(scores))
