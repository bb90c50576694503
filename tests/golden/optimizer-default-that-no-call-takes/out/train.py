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


def fit(samples, targets, optimizer="adam"):
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(optimizer=optimizer, loss="mse")
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
    samples,
    targets,
    optimizer=hvd.DistributedOptimizer(
        keras.optimizers.SGD(0.01 * hvd.size())
    ),
)
if hvd.rank() == 0:
    fit_result.save("first.h5")
