import numpy as np
import tensorflow as tf
import wandb
from wandb.keras import WandbCallback
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

wandb.init(project="plants", mode=None if hvd.rank() == 0 else "disabled")
config = wandb.config
config.units = 32
config.epochs = 5

x, y = np.load("leaves.npy"), np.load("species.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(config.units, "relu"), tf.keras.layers.Dense(10)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=config.epochs,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        *([WandbCallback()] if hvd.rank() == 0 else []),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    wandb.log({"samples": len(x)})
