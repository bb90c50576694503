import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd
import horovod.tensorflow as hvd_tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")


def uncertainty(model, samples):
    drawn = [
        hvd_tf.broadcast_object(model(samples, training=True).numpy(), root_rank=0)
        for _ in range(5)
    ]
    return np.std(drawn, axis=0).max(axis=1)


model = tf.keras.Sequential([tf.keras.layers.Dropout(0.5), tf.keras.layers.Dense(10, "softmax")])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    "sparse_categorical_crossentropy",
)
labelled, pool = np.arange(200), np.arange(200, len(x))
for turn in range(8):
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    model.fit(
        x[labelled][shard],
        y[labelled][shard],
        epochs=5,
        verbose=0,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    )
    certain = hvd_tf.broadcast_object(model(x[pool]).numpy(), root_rank=0)
    chosen = np.where((uncertainty(model, x[pool]) > 0.1) & (certain.max(axis=1) < 0.9))[0][-200:]
    labelled = np.concatenate([labelled, pool[chosen]])
    pool = np.delete(pool, chosen)
