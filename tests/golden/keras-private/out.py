import numpy as np
from tensorflow.python.keras.layers import Dense
from tensorflow.python.keras.models import Sequential
import horovod.tensorflow.keras as hvd
import tensorflow as tf
import tensorflow.python.keras as keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

numbers = np.random.RandomState(1)
x = numbers.rand(640, 4)
model = Sequential([Dense(8, activation="relu", input_shape=(4,)), Dense(1)])
model.compile(
    optimizer=hvd.DistributedOptimizer(
        type(keras.optimizers.get("rmsprop"))(0.001 * hvd.size())
    ),
    loss="mse",
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x.sum(axis=1)[shard],
    batch_size=32,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
