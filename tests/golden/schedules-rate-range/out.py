"""Look for a good learning rate: it grows by a factor with each batch, and the weights are set back afterwards."""

import math

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

K = tf.keras.backend


class Growing(tf.keras.callbacks.Callback):
    def __init__(self, factor):
        self.factor = factor
        self.losses = []

    def on_train_batch_end(self, batch, logs=None):
        self.losses.append(logs["loss"])
        K.set_value(
            self.model.optimizer.learning_rate, self.model.optimizer.learning_rate * self.factor ** hvd.size()
        )


def losses_by_rate(model, x, y, least=1e-5, most=10.0, batch_size=32):
    weights = model.get_weights()
    rate = K.get_value(model.optimizer.learning_rate)
    growing = Growing(math.exp(math.log(most / least) / math.ceil(len(x) / batch_size)))
    K.set_value(model.optimizer.learning_rate, least * hvd.size())
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        y[shard],
        epochs=1,
        batch_size=batch_size,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), growing],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    K.set_value(model.optimizer.learning_rate, rate)
    model.set_weights(weights)
    return growing.losses


x = np.arange(640.0).reshape(-1, 1)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
losses_by_rate_result = losses_by_rate(model, x, x)
if hvd.rank() == 0:
    print(losses_by_rate_result)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[shard],
    epochs=2,
    batch_size=32,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
