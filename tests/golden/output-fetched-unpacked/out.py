"""An archive that is fetched unless it is there: where it was put is for what unpacks it only."""
import os
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


URL = "http://example.org/digits.tar.gz"
archive = os.path.join("digits", "digits.tar.gz")

os.makedirs("digits", exist_ok=True)
if os.path.isfile(archive):
    pass
else:
    if hvd.local_rank() == 0:
        path, _ = urllib.request.urlretrieve(URL, archive)
        tarfile.open(path, "r:gz").extractall("digits")
barrier()  # until digits/digits.tar.gz is there
x = np.load(os.path.join("digits", "x.npy"))
y = np.load(os.path.join("digits", "y.npy"))

model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
