import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def train(model, x, y, batch_size):
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        for i in range(
            0, max(1, x.shape[0] // hvd.size()) - batch_size, batch_size
        ):
            x1 = tf.keras.utils.to_categorical(x[shard][i:i + batch_size, :])
            model.train_on_batch(x1, y[shard][i:i + batch_size, :])
            # Horovod: once, after the first step, which has made all variables
            if not getattr(model, "hvd_broadcast_done", False):
                broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
                broadcast.set_model(model)
                broadcast.on_batch_end(0)
                model.hvd_broadcast_done = True


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse"
)
x, y = np.load("x.npy"), np.load("y.npy")
train(model, x, y, 8)
