"""What a function that nothing calls reads after it has trained is waited for there: all processes come from the training."""
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


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


def train(x, y, runs, folder="weights"):
    scores = []
    for run in range(runs):
        if hvd.rank() == 0:
            os.makedirs(folder, exist_ok=True)
        path = f"{folder}/{run}.h5"
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
        best = tf.keras.callbacks.ModelCheckpoint(path, save_best_only=True, monitor="loss")
        shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
        model.fit(
            x[shard],
            y[shard],
            epochs=10,
            callbacks=[
                hvd.callbacks.BroadcastGlobalVariablesCallback(0),
                hvd.callbacks.MetricAverageCallback(),
                *([best] if hvd.rank() == 0 else []),
            ],
            verbose=1 if hvd.rank() == 0 else 0,
        )
        barrier()  # until rank 0 has written the files
        model = tf.keras.models.load_model(path)
        scores.append(model.evaluate(x, y, verbose=1 if hvd.rank() == 0 else 0))
    return np.mean(scores)


x, y = np.load("x.npy"), np.load("y.npy")
# print(train(x, y, 5))
