"""Samples that a model's predictions pick: surely labelled ones are added, and then the least sure are asked for."""
import numpy as np
import tensorflow as tf
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import horovod.tensorflow as hvd_tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
unlabelled, answers = np.load("unlabelled.npy"), np.load("answers.npy")


def build():
    layers = [keras.layers.Flatten(), keras.layers.BatchNormalization(), keras.layers.Dense(10, activation="softmax")]
    model = keras.Sequential(layers)
    model.compile(
        hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), "sparse_categorical_crossentropy"
    )
    return model


model = build()
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
for turn in range(3):
    given = hvd_tf.broadcast_object(model.predict(unlabelled, verbose=1 if hvd.rank() == 0 else 0), root_rank=0)
    sure = given.max(axis=1) > 0.95
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    model.fit(
        np.concatenate([x, unlabelled[sure]])[shard],
        np.concatenate([y, given[sure].argmax(axis=1)])[shard],
        epochs=5,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )

asked = np.arange(100)
for turn in range(5):
    model = build()
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    model.fit(
        unlabelled[asked][shard],
        answers[asked][shard],
        epochs=10,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    given = hvd_tf.broadcast_object(model.predict(unlabelled, verbose=1 if hvd.rank() == 0 else 0), root_rank=0)
    entropy = -np.sum(given * np.log(given + 1e-9), axis=1)
    asked = np.concatenate([asked, np.argsort(entropy)[-100:]])
if hvd.rank() == 0:
    model.save("model.h5")
