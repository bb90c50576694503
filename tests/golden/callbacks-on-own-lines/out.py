"""Callbacks that write stand on lines of their own, some over several lines: those in a row are rank 0's by one choice."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

images, labels = np.load("images.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    images[shard],
    labels[shard],
    epochs=5,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        *([tf.keras.callbacks.TensorBoard("logs")] if hvd.rank() == 0 else []),
        tf.keras.callbacks.EarlyStopping(patience=3, monitor="loss"),
        *(
            [
                tf.keras.callbacks.ModelCheckpoint(
                    "best.h5",
                    save_best_only=True,
                ),  # the best of all

                tf.keras.callbacks.CSVLogger("log.csv"),
            ]
            if hvd.rank() == 0
            else []
        )
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
writing = [
    hvd.callbacks.BroadcastGlobalVariablesCallback(0),
]
if hvd.rank() == 0:
    writing += [
        # each epoch's numbers
        tf.keras.callbacks.CSVLogger("second.csv", append=True),
        tf.keras.callbacks.TensorBoard("second"),  # and graphs
    ]
model.fit(images[shard], labels[shard], epochs=5, callbacks=writing, verbose=1 if hvd.rank() == 0 else 0)
both = [
    hvd.callbacks.MetricAverageCallback(),
    tf.keras.callbacks.EarlyStopping(patience=3, monitor="loss"),
]
if hvd.rank() == 0:
    both += [
        # the best of all
        tf.keras.callbacks.ModelCheckpoint("third.h5", save_best_only=True, monitor="loss"),
    ]
if hvd.rank() == 0:
    both += [tf.keras.callbacks.TensorBoard("third"), tf.keras.callbacks.CSVLogger("third.csv")]
model.fit(
    images[shard],
    labels[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *both],
    verbose=1 if hvd.rank() == 0 else 0,
)
best = [hvd.callbacks.BroadcastGlobalVariablesCallback(0), hvd.callbacks.MetricAverageCallback()]
if hvd.rank() == 0:
    best += [tf.keras.callbacks.ModelCheckpoint("fourth.h5", save_best_only=True, monitor="loss")]
model.fit(images[shard], labels[shard], epochs=5, callbacks=best, verbose=1 if hvd.rank() == 0 else 0)
