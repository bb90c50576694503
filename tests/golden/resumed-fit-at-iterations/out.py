"""A fit goes on in the epoch that its optimizer's steps tell, which the weights of an earlier run have kept."""

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

STEPS = 50
FOLDER = "checkpoints"

samples = np.load("samples.npy")
data = (
    tf.data.Dataset.from_tensor_slices((samples, samples))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .repeat()
    .batch(16)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(4, input_shape=(4,))])
model.compile(optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())), loss="mse")
if os.path.exists(FOLDER):
    model.load_weights(tf.train.latest_checkpoint(FOLDER))
kept = tf.keras.callbacks.ModelCheckpoint(FOLDER + "/{epoch:03d}", save_weights_only=True)
model.fit(
    data,
    steps_per_epoch=max(1, STEPS // hvd.size()),
    epochs=20,
    initial_epoch=int(
        hvd.broadcast(model.optimizer.iterations.numpy() // max(1, STEPS // hvd.size()), root_rank=0)
    ),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *([kept] if hvd.rank() == 0 else [])],
    verbose=1 if hvd.rank() == 0 else 0,
)
first = int(model.optimizer.iterations) // max(1, STEPS // hvd.size())
first = int(hvd.broadcast(first, root_rank=0))  # where rank 0 goes on
model.fit(
    data,
    steps_per_epoch=max(1, STEPS // hvd.size()),
    epochs=30,
    initial_epoch=first,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *([kept] if hvd.rank() == 0 else [])],
    verbose=1 if hvd.rank() == 0 else 0,
)
