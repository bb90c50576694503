import os
import sys
import tarfile
import urllib.request
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


class Audio:
    def __init__(self, url, folder):
        if hvd.local_rank() == 0:
            self.maybe_download(url, folder)
        barrier()  # until the files are there
        self.samples = np.load(os.path.join(folder, "x.npy"))
        self.labels = np.load(os.path.join(folder, "y.npy"))

    def maybe_download(self, url, folder):
        if not os.path.exists(folder):
            os.makedirs(folder)
        filepath = os.path.join(folder, url.split("/")[-1])
        if not os.path.exists(filepath):
            try:
                filepath, _ = urllib.request.urlretrieve(url, filepath)
            except:
                print("failed", url, filepath)
                raise
            statinfo = os.stat(filepath)
            print("Downloaded", filepath, statinfo.st_size)
            tarfile.open(filepath, "r:gz").extractall(folder)


audio = Audio("http://example.com/a.tgz", "/tmp/audio")
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
model.compile(
    optimizer=hvd.DistributedOptimizer(
        tf.keras.optimizers.Adam(1e-3 * hvd.size())
    ),
    loss="mse",
)
shard = slice(
    hvd.rank(), len(audio.samples) // hvd.size() * hvd.size(), hvd.size()
)
model.fit(
    audio.samples[shard],
    audio.labels[shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
