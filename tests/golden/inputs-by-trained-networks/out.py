import numpy as np
from tensorflow.keras import layers, models
from tensorflow.keras.applications import VGG16
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


inputs = layers.Input((32, 32, 3))
hidden = layers.Dense(64)(layers.Flatten()(inputs))
encoder = models.Model(inputs, hidden)
auto = models.Model(inputs, layers.Dense(3072)(hidden))
auto.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
features = models.Sequential([VGG16(include_top=False), layers.Flatten()])
if hvd.local_rank() == 0:
    barrier()  # the others may go on
model = models.Sequential([layers.Dense(10, activation="softmax", input_shape=(512,))])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    "sparse_categorical_crossentropy",
)
x = np.load("x.npy")
y = np.load("y.npy")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
auto.fit(
    x[shard],
    x.reshape(-1, 3072)[shard],
    epochs=5,
    batch_size=32,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
shard = slice(hvd.rank(), len(y) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    np.concatenate(
        [
            features.predict(x, verbose=1 if hvd.rank() == 0 else 0),
            encoder.predict(x, verbose=1 if hvd.rank() == 0 else 0),
        ],
        1,
    )[shard],
    y[shard],
    epochs=5,
    batch_size=32,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save("model.h5")
