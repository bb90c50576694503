"""What rank 0 alone is given has a name that other modules use for other things."""

import imageio
import numpy as np
import tensorflow as tf
import tools
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
if hvd.rank() == 0:
    manager = tf.train.CheckpointManager(
        tf.train.Checkpoint(model=model), "saved", max_to_keep=3
    )
for epoch in range(3):
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        y[shard],
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    if hvd.rank() == 0:
        path = manager.save()
        print("saved as", path)
        imageio.imwrite(f"{epoch}.png", tools.picture(model.predict(x)))
