import numpy as np
from tensorflow import keras
from tensorflow.keras.utils import multi_gpu_model
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

GPUS = 4
x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(32, activation="relu", input_shape=(4,)), keras.layers.Dense(1)])
if GPUS > 1:
    pass
model.compile(optimizer=hvd.DistributedOptimizer(keras.optimizers.SGD(lr=0.1 * hvd.size())), loss="mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=10,
    batch_size=32 * GPUS,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save_weights("m.h5")
