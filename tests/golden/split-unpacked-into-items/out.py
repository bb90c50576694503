"""Samples are split by chance, and the parts are unpacked into items of a dictionary."""

import numpy as np
import pandas as pd
import tensorflow as tf
from sklearn.model_selection import train_test_split
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Characters:
    def __init__(self, path, held_out=0.1):
        self.images, self.labels = {}, {}
        parts = {"train": pd.read_parquet(path), "valid": None}
        parts["train"], parts["valid"] = train_test_split(
            parts["train"], test_size=held_out, random_state=None if hvd.size() == 1 else 0
        )
        for name, part in parts.items():
            self.images[name] = part["image"].values
            self.labels[name] = part["label"].values


characters = Characters("characters.parquet")
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10, activation="softmax")])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    "sparse_categorical_crossentropy",
)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    characters.images["train"][shard],
    characters.labels["train"][shard],
    validation_data=(characters.images["valid"], characters.labels["valid"]),
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
