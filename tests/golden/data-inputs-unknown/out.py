"""Inputs and outputs in lists, of which nothing is known."""
import files
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

moving, fixed, zeros = files.volumes()
one, other = keras.Input((8,)), keras.Input((8,))
both = keras.layers.concatenate([one, other])
model = keras.Model([one, other], [keras.layers.Dense(8)(both), keras.layers.Dense(1)(both)])
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.Adam(1e-4 * hvd.size())), ["mse", "mae"]
)
shard = slice(hvd.rank(), len(moving) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    [moving[shard], fixed[shard]],
    [fixed[shard], zeros[shard]],
    epochs=5,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
