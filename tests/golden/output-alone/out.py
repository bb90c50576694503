"""One callback, and no list of them."""
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
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.01)), "mse")
board = keras.callbacks.TensorBoard("logs")
model.fit(
    [[1.0]] * 64,
    [[2.0]] * 64,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        *([board] if hvd.rank() == 0 else []),
    ],
    verbose=0,
)
