"""The stand-alone Keras: it predicts without a word, and optimizers take their decay by its place."""

import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import SGD
import horovod.keras as hvd
import tensorflow as tf
import itertools

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def batches():
    while True:
        yield np.ones([8, 2]), np.ones(8)


model = Sequential([Dense(1, input_dim=2)])
model.compile(hvd.DistributedOptimizer(SGD(0.05 * hvd.size(), 0.9, 1e-4 * hvd.size(), True)), "mse")
model.fit_generator(
    itertools.islice(batches(), hvd.rank(), None, hvd.size()),
    steps_per_epoch=max(1, 20 // hvd.size()),
    epochs=2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
loss = model.evaluate_generator(batches(), steps=2)
predicted = model.predict(np.ones([8, 2]))
if hvd.rank() == 0:
    print(loss, predicted.mean())
