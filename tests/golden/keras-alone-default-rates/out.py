"""The rate of the stand-alone Keras is `lr` in some versions and `learning_rate` in others; it is always first."""
import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam, SGD
import horovod.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = np.load("x.npy")
for optimizer in (
    hvd.DistributedOptimizer(Adam(0.001 * hvd.size())),
    hvd.DistributedOptimizer(SGD(0.01 * hvd.size(), momentum=0.9, nesterov=True)),
):
    model = Sequential([Dense(1)])
    model.compile(optimizer, "mse")
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        x[:, :1][shard],
        batch_size=32,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
