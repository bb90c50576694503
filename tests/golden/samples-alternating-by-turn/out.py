import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
mode = np.random.RandomState(3)
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
bs = 32
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for epoch in range(10):
    order = np.random.permutation(len(x))
    shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
    for i in range(max(1, len(x) // bs // hvd.size())):
        if i % 2 == 0:
            images, labels = x[order[shard][i * bs : (i + 1) * bs]], y[
                order[shard][i * bs : (i + 1) * bs]
            ]
        else:
            images = images[:, ::-1]
        model.train_on_batch(images, labels)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
