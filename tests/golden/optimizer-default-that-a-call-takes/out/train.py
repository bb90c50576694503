import numpy as np
from tensorflow import keras
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


def fit(samples, targets, optimizer="adam"):
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(
        optimizer=hvd.DistributedOptimizer(
            scale_rate(keras.optimizers.get(optimizer))
            if isinstance(optimizer, str)
            else optimizer
        ),
        loss="mse",
    )
    shard = slice(
        hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size()
    )
    model.fit(
        samples[shard],
        targets[shard],
        epochs=5,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    return model


samples, targets = np.load("samples.npy"), np.load("targets.npy")
fit_result = fit(
    samples, targets, optimizer=keras.optimizers.SGD(0.01 * hvd.size())
)
if hvd.rank() == 0:
    fit_result.save("first.h5")
fit_result = fit(samples, targets)
if hvd.rank() == 0:
    fit_result.save("second.h5")
