import numpy as np
from tensorflow import keras
from tensorflow.keras.optimizers import SGD, Adam
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def scale_rate(optimizer):
    """Scale the learning rate of an optimizer with the number of processes, and give it back."""
    rate = keras.backend.get_value(optimizer.lr)
    keras.backend.set_value(optimizer.lr, rate * hvd.size())
    return optimizer


speed = 0.0001
chosen = "adam"
model = keras.Sequential([keras.layers.Dense(4), keras.layers.Dense(1)])
if speed < float(np.load("limit.npy")) and chosen == "adam":
    chosen = Adam(learning_rate=speed * hvd.size())
elif chosen == "sgd":
    chosen = SGD(learning_rate=speed * hvd.size())
model.compile(
    hvd.DistributedOptimizer(
        scale_rate(keras.optimizers.get(chosen))
        if isinstance(chosen, str)
        else chosen
    ),
    "mse",
)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.load("x.npy")[shard],
    np.load("y.npy")[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
