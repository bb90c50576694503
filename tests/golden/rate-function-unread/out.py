import numpy as np
import tensorflow as tf
from mylib import lr_poly_decay
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

data = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse"
)
batch, epochs = 32, 10
max_iter = (len(data) // batch) * epochs
it = 0
base = tf.keras.backend.get_value(model.optimizer.lr)
shard = slice(hvd.rank(), len(data) // hvd.size() * hvd.size(), hvd.size())
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for epoch in range(epochs):
    np.random.shuffle(data)
    for start in range(0, max(1, len(data) // hvd.size()), batch):
        x = data[shard][start:start + batch]
        model.train_on_batch(x, x)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
        it += 1
        lr_poly_decay(model, base, it, max_iter, power=0.5)
