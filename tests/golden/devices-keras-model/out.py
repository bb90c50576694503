"""A model is given its tensors by the names that Keras has for them up to 2.2: GPUs are pinned as TensorFlow 1 wants it."""
import numpy as np
from keras.layers import Dense, Input
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

x, y = np.load("x.npy"), np.load("y.npy")
inputs = Input((4,))
model = Model(input=inputs, output=Dense(1)(inputs))
model.compile(optimizer=hvd.DistributedOptimizer(Adam(lr=1e-4 * hvd.size())), loss="mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
