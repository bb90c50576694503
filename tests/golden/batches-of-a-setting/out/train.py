"""The size of the batches is a setting of another module, which the layers and the loss read as its attribute."""

import numpy as np
import settings
import tensorflow as tf
from settings import BATCH_SIZE
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def loss_of(y_true, y_pred):
    rows = tf.reshape(y_pred, (settings.BATCH_SIZE, 48))
    return tf.reduce_sum(tf.square(tf.reshape(y_true, (settings.BATCH_SIZE, 48)) - rows))


images, targets = np.load("images.npy"), np.load("targets.npy")
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(48)])
model.compile(loss=loss_of, optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())))
# Horovod: whole batches, as the model takes no others
shard = slice(hvd.rank(), len(images) // (hvd.size() * BATCH_SIZE) * (hvd.size() * BATCH_SIZE), hvd.size())
model.fit(
    images[shard],
    targets[shard],
    epochs=10,
    batch_size=BATCH_SIZE,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
