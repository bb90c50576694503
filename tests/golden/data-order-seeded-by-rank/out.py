"""A seed that the author has made another one in each process is no order for all of them."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
np.random.seed(7 + hvd.rank())
images = np.load("digits.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(784,))])
model.compile(
    hvd_keras.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse"
)

shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for epoch in range(5):
    np.random.shuffle(images)
    for i in range(max(1, len(images) // 32 // hvd.size())):
        model.train_on_batch(images[shard][i * 32 : (i + 1) * 32], np.ones(32))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
