"""A rate from which each step takes a number, down to nothing, from some epoch on."""

import numpy as np
from tensorflow import keras
from tensorflow.keras import backend as K
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

signals, classes = np.load("signals.npy"), np.load("classes.npy")
model = keras.Sequential([keras.layers.Dense(16, activation="relu", input_shape=(32,)), keras.layers.Dense(4)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size())), "mse")


class Schedule:
    def __init__(self, begin, decay):
        self.begin, self.decay = begin, decay

    def step(self, model):
        rate = K.get_value(model.optimizer.lr) - self.decay * hvd.size()
        if rate < 0:
            rate = 0
        K.set_value(model.optimizer.lr, rate)


schedule = Schedule(10, 0.01 / 5000)
for epoch in range(20):
    for step in range(max(1, 500 // hvd.size())):
        chosen = np.random.randint(0, len(signals), 16)
        loss = model.train_on_batch(signals[chosen], classes[chosen])
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
        if epoch >= schedule.begin:
            schedule.step(model)
    if hvd.rank() == 0:
        print(epoch, loss)
