"""Files whose names are kept under keys that are put together are made before a training reads one of them."""

import argparse
import os

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


def settings():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prepare", action="store_true")
    parser.add_argument("--folder", default="data")
    options = vars(parser.parse_args())
    for part in ("train", "test"):
        options[part + "_path"] = os.path.join(options["folder"], part + ".txt")
    return options


def prepare(options):
    with open("all.txt") as source:
        lines = source.readlines()
    for place, part in enumerate(("train", "test")):
        with open(options[f"{part}_path"], "w") as out:
            out.writelines(lines[place::2])


def read(options, name):
    data = tf.data.TextLineDataset(options[f"{name}_path"])
    data = data.batch(hvd.size(), drop_remainder=True).unbatch().shard(hvd.size(), hvd.rank())
    return data.map(lambda line: (tf.strings.to_number(tf.strings.split(line)), 0.0)).shuffle(10).batch(4)


options = settings()
if options["prepare"] and hvd.local_rank() == 0:
    prepare(options)
barrier()  # until the files are there
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
model.fit(
    read(options, "train"),
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
