import numpy as np
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
from tensorflow.keras.optimizers import Adam
from tensorflow.keras.preprocessing.image import ImageDataGenerator
import horovod.tensorflow.keras as hvd
import tensorflow as tf
import math

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
turned = ImageDataGenerator(rotation_range=10).flow(
    x[shard], y[shard], batch_size=32
)
model = Sequential([Dense(8, input_shape=(8, 8, 3)), Dense(1)])
model.compile(hvd.DistributedOptimizer(Adam(1e-3 * hvd.size())), "mse")
model.fit(
    turned,
    steps_per_epoch=max(1, math.ceil(len(x) / 32) // hvd.size()),
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

steps = 2 * len(x) / 32
model.fit(
    turned,
    steps_per_epoch=max(1, math.ceil(steps) // hvd.size()),
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

step = 0
while step <= max(1, len(x) / 32 // hvd.size()):
    images, numbers = next(turned)
    model.train_on_batch(images, numbers)
    # Horovod: once, after the first step, which has made all variables
    if not getattr(model, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(model)
        broadcast.on_batch_end(0)
        model.hvd_broadcast_done = True
    step += 1
