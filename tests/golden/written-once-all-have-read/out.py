import argparse
import json

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
parser.add_argument("--name", default="mine")
parser.add_argument("--save", action="store_true")
parser.add_argument("--load", action="store_true")
args = parser.parse_args()
with open("settings/default.json") as file:
    settings = json.load(file)
if hvd.rank() == 0:
    for key, value in settings.items():
        print(key, value)
barrier()  # until every process has read the files
if args.save:
    if hvd.rank() == 0:
        print("saving")
        with open("settings/" + args.name + ".json", "w") as file:
            json.dump(settings, file)
elif args.load:
    with open("settings/" + args.name + ".json") as file:
        settings.update(json.load(file))
x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(
        tf.keras.optimizers.SGD(settings["rate"] * hvd.size())
    ),
    "mse",
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[:, :1][shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
