"""A checkpoint after every five epochs, counted in steps: the steps of an epoch are divided, and their multiple with them."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = np.load("x.npy")
y = np.load("y.npy")
batch = 32
steps = len(x) // batch
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
saver = tf.keras.callbacks.ModelCheckpoint("w-{epoch}.h5", save_freq=5 * max(1, steps // hvd.size()))
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    batch_size=batch,
    steps_per_epoch=max(1, steps // hvd.size()),
    epochs=50,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *([saver] if hvd.rank() == 0 else [])],
    verbose=1 if hvd.rank() == 0 else 0,
)
