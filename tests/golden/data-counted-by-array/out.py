"""Turns that an array of numbers counts, where it is made; one that is shuffled first holds places of samples."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

samples = np.load("samples.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")

for step in np.arange(max(1, 100 // hvd.size())):
    batch = samples[np.random.randint(0, len(samples), 8)]
    model.train_on_batch(batch, np.ones(8))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(model, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(model)
        broadcast.on_batch_end(0)
        model.hvd_broadcast_done = True
    if (step % max(1, 10 // hvd.size()) == 0 or step + 1 == 100 // hvd.size()) and hvd.rank() == 0:
        model.save_weights("last.h5")

places = np.arange(len(samples) // 8)
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
np.random.shuffle(places)
shard = slice(hvd.rank(), len(places) // hvd.size() * hvd.size(), hvd.size())
for place in places[shard]:
    model.train_on_batch(samples[place * 8:place * 8 + 8], np.ones(8))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(model, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(model)
        broadcast.on_batch_end(0)
        model.hvd_broadcast_done = True
