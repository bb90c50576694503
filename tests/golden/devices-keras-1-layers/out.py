"""Keras on TensorFlow 1, as arguments tell that other classes have to this day, and these have no more."""

import numpy as np
from keras.layers import Dense, Embedding, Flatten, Input
from keras.models import Model
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
tokens = Input(shape=(8,))
hidden = Flatten()(Embedding(input_dim=100, output_dim=4)(tokens))
model = Model(input=tokens, output=Dense(1)(hidden))
model.compile(hvd.DistributedOptimizer(Adam(lr=0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[:, :1][shard],
    epochs=2,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
