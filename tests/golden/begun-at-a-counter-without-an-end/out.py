"""A counter without an end begins where a run has left weights, and the last epoch leaves its loop: all begin alike."""

import itertools
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

images, labels = np.load("images.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.build([None, 28, 28])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
start = 0
if os.path.exists("weights.h5"):
    model.load_weights("weights.h5")
    start = 10
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
start = int(hvd.broadcast(start, root_rank=0))  # where rank 0 goes on
for epoch in itertools.count(start):
    if epoch >= 30:
        break
    for i in range(max(1, len(images) // 32 // hvd.size())):
        model.train_on_batch(images[shard][i * 32 : (i + 1) * 32], labels[shard][i * 32 : (i + 1) * 32])
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
    if hvd.rank() == 0:
        model.save_weights("weights.h5")
