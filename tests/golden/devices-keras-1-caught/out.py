"""Keras on TensorFlow 1, as an argument tells that stands where only an interruption is caught."""

import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam
import horovod.keras as hvd
import tensorflow as tf
import keras

hvd.init()
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
config.gpu_options.visible_device_list = str(hvd.local_rank())
keras.backend.set_session(tf.Session(config=config))

x = np.load("x.npy")
model = Sequential([Dense(1, input_shape=(3,))])
model.compile(hvd.DistributedOptimizer(Adam(lr=0.001 * hvd.size())), "mse")
try:
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        x[:, :1][shard],
        nb_epoch=2,
        verbose=0,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    )
except KeyboardInterrupt:
    pass
