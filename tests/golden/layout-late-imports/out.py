"""TensorFlow gets its usual name only in the middle, as in notebooks."""
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
model = keras.Sequential([keras.layers.Dense(1)])
if hvd.rank() == 0:
    print("x")
import numpy as np
x = np.zeros((8, 2))
def f():
    import tensorflow as tf
    return tf.zeros(1)
import tensorflow as tf
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size())), "mse"
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
