"""Batches that are made beforehand: each item of the list is one, and is trained on whole."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = np.random.RandomState(0).rand(640, 4).astype("float32")
batches = [np.resize(part, [32, 4]) for part in np.array_split(x, 20)]
targets = [np.roll(batch, -1, axis=1) for batch in batches]

model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
for epoch in range(3):
    shard = slice(hvd.rank(), len(batches) // hvd.size() * hvd.size(), hvd.size())
    for number, (batch, target) in enumerate(zip(batches[shard], targets[shard])):
        loss = model.train_on_batch(batch, target)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
    if hvd.rank() == 0:
        print("epoch", epoch, loss)
