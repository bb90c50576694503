"""As many numbers are drawn as a batch has samples, by the shape of the batch: a part of one will do."""
import numpy as np
from tensorflow import keras
from tensorflow.keras import backend as K
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def sample(arguments):
    mean, deviation = arguments
    batch_size = K.shape(mean)[0]
    return mean + K.exp(deviation) * K.random_normal(shape=(batch_size, 2))


def train(x, conditions, batch_size=128):
    inputs = [keras.Input((32,)), keras.Input((4,))]
    hidden = keras.layers.Dense(16, activation="relu")(keras.layers.concatenate(inputs))
    z = keras.layers.Lambda(sample)([keras.layers.Dense(2)(hidden), keras.layers.Dense(2)(hidden)])
    model = keras.Model(inputs, keras.layers.Dense(32)(z))
    model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        [x[shard], conditions[shard]],
        x[shard],
        epochs=10,
        batch_size=batch_size,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )


train(np.load("x.npy"), np.load("conditions.npy"))
