"""A model in the scope of a strategy is copied to all GPUs: with the default strategy it trains on that of the process."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

BATCH = 64


def made(strategy):
    with strategy.scope():
        model = tf.keras.Sequential(
            [
                tf.keras.layers.Flatten(),
                tf.keras.layers.Dense(10, activation="softmax"),
            ]
        )
        model.compile(
            hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
            "sparse_categorical_crossentropy",
            metrics=["accuracy"],
        )
    return model


images, labels = np.load("images.npy"), np.load("labels.npy")
strategy = tf.distribute.get_strategy()
if hvd.rank() == 0:
    print("replicas:", strategy.num_replicas_in_sync)
size = BATCH * strategy.num_replicas_in_sync
data = (
    tf.data.Dataset.from_tensor_slices((images, labels))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(10000)
    .batch(size)
)
model = made(strategy)
model.fit(
    data, epochs=5, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)], verbose=1 if hvd.rank() == 0 else 0
)
if hvd.rank() == 0:
    model.save("model.h5")
