"""Samples that chance chooses are put into the lists of a dictionary: all processes must choose alike."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def seen(images, labels):
    kinds = np.random.choice(np.unique(labels["all"]), 6, replace=False)
    chosen, kept = {"train": []}, {}
    for kind in kinds:
        (where,) = np.where(labels["all"] == kind)
        chosen["train"].append(images["all"][where])
        kept.setdefault("train", []).append(labels["all"][where])
    chosen["train"] = np.concatenate(chosen["train"])
    kept["train"] = np.concatenate(kept["train"])
    return chosen, kept


if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
images, labels = seen({"all": np.load("images.npy")}, {"all": np.load("labels.npy")})
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10, activation="softmax")])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    "sparse_categorical_crossentropy",
)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    images["train"][shard],
    labels["train"][shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
