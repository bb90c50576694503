"""Two loops number their turns by one name: the first is divided, the other stands around a divided one, and drops the rate at its half."""

import numpy as np
from keras import backend as K
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam
import horovod.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")


def train(first=10, epochs=100, size=4):
    count = int(len(x) / size)
    adam = Adam(lr=1e-4 * hvd.size())
    adam = hvd.DistributedOptimizer(adam)
    model = Sequential([Dense(1)])
    model.compile(loss="mse", optimizer=adam)
    for e in range(1, max(1, first // hvd.size()) + 1):
        chosen = np.random.randint(0, len(x), size=size)
        loss = model.train_on_batch(x[chosen], y[chosen])
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
    model.compile(loss="mae", optimizer=adam)
    for e in range(1, epochs + 1):
        for i in range(max(1, count // hvd.size())):
            chosen = np.random.randint(0, len(x), size=size)
            loss = model.train_on_batch(x[chosen], y[chosen])
            # Horovod: once, after the first step, which has made all variables
            if not getattr(model, "hvd_broadcast_done", False):
                broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
                broadcast.set_model(model)
                broadcast.on_batch_end(0)
                model.hvd_broadcast_done = True
        if hvd.rank() == 0:
            print(loss)
        if e == epochs / 2:
            K.set_value(adam.lr, 1e-5 * hvd.size())


train(100, 20000, 4)
