"""An object writes files and keeps where; folds of them are read by a function, each for its own training."""
import os
import numpy as np
import tensorflow as tf
from sklearn.model_selection import KFold
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


class Preparer:
    def __init__(self, source, target):
        self.source = source
        self.target = target
        self.files = []

    def run(self):
        os.makedirs(self.target, exist_ok=True)
        for name in sorted(os.listdir(self.source)):
            path = os.path.join(self.target, name)
            if hvd.local_rank() == 0:
                np.save(path, np.load(os.path.join(self.source, name)) / 255.0)
            self.files.append(path)
        barrier()  # until the files are there
        return self.files


def read(files):
    return np.stack([np.load(f) for f in files])


files = np.array(Preparer("raw", "scaled").run())
for train, test in KFold(5).split(files):
    x = read(files[train])
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        x[:, :1][shard],
        epochs=3,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    if hvd.rank() == 0:
        print(model.evaluate(read(files[test]), read(files[test])[:, :1]))
