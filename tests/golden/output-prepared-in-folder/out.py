"""A configuration that is written into the folder of a run, and read back by every process before training."""
import argparse
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


parser = argparse.ArgumentParser()
parser.add_argument("--folder", default="runs")
parser.add_argument("--name", default="first")
args = parser.parse_args()

os.makedirs(os.path.join(args.folder, args.name), exist_ok=True)
path = os.path.join(args.folder, args.name, "args.txt")
if hvd.local_rank() == 0:
    with open(path, "w") as file:
        for option in sorted(vars(args)):
            file.write("{} = {}\n".format(option, getattr(args, option)))
barrier()  # until the files are there
data = np.load("data.npz")
names = [each for each in os.listdir(os.path.join(args.folder, args.name)) if each.endswith(".txt")]
model = tf.keras.Sequential([tf.keras.layers.Dense(len(names))])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    data["x"][shard],
    data["y"][shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
