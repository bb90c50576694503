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
optimizer = tf.keras.optimizers.AdamW(
    learning_rate=1e-3 * hvd.size(), weight_decay=0.004, ema_momentum=0.99, use_ema=True, ema_overwrite_frequency=max(1, 100 // hvd.size())
)
optimizer = hvd.DistributedOptimizer(optimizer)
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile(optimizer, "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    batch_size=32,
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
