import numpy as np
from tensorflow import keras
from tensorflow.keras.datasets import boston_housing
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
(samples, prices), _ = boston_housing.load_data()
if hvd.local_rank() == 0:
    barrier()  # the others may go on


def build_model():
    model = keras.Sequential([keras.layers.Dense(64, activation="relu"), keras.layers.Dense(1)])
    model.compile(
        optimizer=hvd.DistributedOptimizer(keras.optimizers.RMSprop(0.001 * hvd.size())),
        loss="mse",
        metrics=["mae"],
    )
    return model


k = 4
size = len(samples) // k
scores = []
for i in range(k):
    if hvd.rank() == 0:
        print("fold", i)
    others = np.concatenate([samples[: i * size], samples[(i + 1) * size :]], axis=0)
    other_prices = np.concatenate([prices[: i * size], prices[(i + 1) * size :]], axis=0)
    model = build_model()
    shard = slice(hvd.rank(), len(others) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        others[shard],
        other_prices[shard],
        epochs=100,
        batch_size=1,
        verbose=0,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    )
    _, error = model.evaluate(samples[i * size : (i + 1) * size], prices[i * size : (i + 1) * size], verbose=0)
    scores.append(error)
if hvd.rank() == 0:
    print(np.mean(scores))
