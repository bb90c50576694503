"""A history that has `acc` is that of Keras before version 2.3, on TensorFlow 1."""

import numpy as np
from keras.layers import Dense
from keras.models import Sequential
import horovod.keras as hvd
import tensorflow as tf
import keras

hvd.init()
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
config.gpu_options.visible_device_list = str(hvd.local_rank())
keras.backend.set_session(tf.Session(config=config))

x = np.load("x.npy")
model = Sequential([Dense(1, activation="sigmoid", input_shape=(3,))])
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size())),
    "binary_crossentropy",
    metrics=["accuracy"],
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
history = model.fit(
    x[shard],
    x[:, :1][shard],
    epochs=2,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
if hvd.rank() == 0:
    print(max(history.history["acc"]))
