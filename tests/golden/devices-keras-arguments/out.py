"""Arguments of Keras 1 tell that it is on TensorFlow 1; what clears its session takes the choice of a GPU away."""

import numpy as np
from keras import backend as K
from keras.layers import Convolution1D, Dense, Flatten
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
for width in (3, 5):
    K.clear_session()
    config = tf.ConfigProto()
    config.gpu_options.allow_growth = True
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    keras.backend.set_session(tf.Session(config=config))
    model = Sequential()
    model.add(Convolution1D(8, filter_length=width, input_shape=(32, 1)))
    model.add(Flatten())
    model.add(Dense(1))
    model.compile(hvd.DistributedOptimizer(Adam(lr=0.001 * hvd.size())), "mse")
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        x[:, :1, 0][shard],
        nb_epoch=2,
        verbose=0,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    )
