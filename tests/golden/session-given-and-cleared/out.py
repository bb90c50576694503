"""Keras on TensorFlow 1 with a session of the script's, which is forgotten after each fold, and given anew in a function."""

import keras
import numpy as np
import tensorflow as tf
from keras import backend as K
import horovod.keras as hvd

hvd.init()


def begin():
    K.clear_session()
    options = tf.GPUOptions(allow_growth=True, visible_device_list=str(hvd.local_rank()))
    K.set_session(tf.Session(config=tf.ConfigProto(gpu_options=options)))


def build():
    model = keras.models.Sequential([keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(lr=0.1 * hvd.size())), "mse")
    return model


begin()
x, y = np.load("x.npy"), np.load("y.npy")
for fold in range(5):
    model = build()
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    model.fit(
        x[fold::5][shard],
        y[fold::5][shard],
        epochs=3,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    if hvd.rank() == 0:
        model.save(f"fold{fold}.h5")
    K.clear_session()
    config = tf.ConfigProto()
    config.gpu_options.allow_growth = True
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    keras.backend.set_session(tf.Session(config=config))
