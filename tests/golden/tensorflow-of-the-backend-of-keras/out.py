"""TensorFlow is taken from the backend of Keras, which tells that it is version 1: its session gets the GPU of the process."""

import keras.backend as K
import numpy as np
from keras.layers import Dense
from keras.models import Sequential
import horovod.keras as hvd
import keras

hvd.init()

with K.tf.Graph().as_default():
    config = K.tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    K.set_session(K.tf.Session(config=config))
    x, y = np.load("x.npy"), np.load("y.npy")
    model = Sequential([Dense(1)])
    model.compile(loss="mse", optimizer=hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())))
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        y[shard],
        epochs=3,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    if hvd.rank() == 0:
        model.save("model.h5")
