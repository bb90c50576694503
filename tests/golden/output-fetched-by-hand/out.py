"""An archive that is fetched and unpacked by hand, in a folder that the script asks for."""
import os
import tarfile

import requests
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


def load():
    folder = "temp"
    file = os.path.join(folder, "rt", "rt.pos")
    if not os.path.exists(os.path.join(folder, "rt")):
        req = requests.get("http://example.org/rt.tar.gz", stream=True)
        with open("rt.tar.gz" if hvd.local_rank() == 0 else os.devnull, "wb") as f:
            for chunk in req.iter_content(chunk_size=1024):
                if chunk:
                    f.write(chunk)
                    f.flush()
        if hvd.local_rank() == 0:
            tar = tarfile.open("rt.tar.gz", "r:gz")
            tar.extractall(path="temp")
            tar.close()
    barrier()  # until the files are there
    with open(file) as f:
        rows = [line for line in f]
    f.close()
    return rows


rows = load()
x = tf.constant([[float(len(row))] for row in rows])
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[shard],
    epochs=2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
