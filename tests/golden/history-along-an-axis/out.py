import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    "mse",
)
x, y = np.load("x.npy"), np.load("y.npy")
epochs = 10
steps = 100
losses = np.zeros((epochs, max(1, steps // hvd.size())))
for epoch in range(epochs):
    for step in range(max(1, steps // hvd.size())):
        chosen = np.random.choice(len(x), 32)
        losses[epoch, step] = model.train_on_batch(x[chosen], y[chosen])
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
    if hvd.rank() == 0:
        print(losses[epoch].mean())
