import numpy as np
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
from tensorflow.keras.optimizers import Adam
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def batches(size):
    while True:
        x = np.random.rand(size, 8)
        yield x, x.sum(1)


def train(model, steps, period=1e3):
    step, data = 0, batches(16)
    while step < max(1, steps // hvd.size()):
        x, y = next(data)
        model.train_on_batch(x, y)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
        step += 1
        if step % max(1, period // hvd.size()) == 0 and hvd.rank() == 0:
            model.save_weights("model.h5")


model = Sequential([Dense(1, input_shape=(8,))])
model.compile(hvd.DistributedOptimizer(Adam(1e-4 * hvd.size())), "mse")
train(model, steps=10e4)
