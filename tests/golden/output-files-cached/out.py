"""Files that are made or fetched unless they are there."""
import argparse
import os
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


parser = argparse.ArgumentParser()
parser.add_argument("--data-dir", default="data")
args = parser.parse_args()


def maybe_download(name):
    if not os.path.exists(args.data_dir) and hvd.local_rank() == 0:
        os.makedirs(args.data_dir, exist_ok=True)
    path = os.path.join(args.data_dir, name)
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    if not os.path.exists(path):
        path, _ = urllib.request.urlretrieve("file://" + os.path.abspath(__file__), path)
        if hvd.rank() == 0:
            print("downloaded", path)
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    return path


def vocabulary():
    if os.path.isfile("vocabulary.npy"):
        return np.load("vocabulary.npy")
    words = np.arange(3)
    np.save("vocabulary.npy", words)
    return words


with open(maybe_download("lines.txt")) as file:
    lines = file.read().splitlines()
if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
if os.path.exists("x.npy"):
    x = np.load("x.npy")
else:
    x = np.random.RandomState(0).rand(33, 3).astype("float32")
    np.save("x.npy", x)
words = vocabulary()
if hvd.local_rank() == 0:
    barrier()  # the others may go on
if hvd.local_rank() == 0:
    urllib.request.urlretrieve("file://" + os.path.abspath(__file__), "copy.txt")
barrier()  # until copy.txt is there
size = os.path.getsize("copy.txt")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse"
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[:, :1][shard],
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
