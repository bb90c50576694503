import numpy as np
import tensorflow as tf
import keras
import keras.backend as K
from keras.backend.tensorflow_backend import clear_session, get_session
from keras.layers import Dense
from keras.models import Sequential
import horovod.keras as hvd

hvd.init()
config_ = tf.ConfigProto()
config_.gpu_options.allow_growth = True
config_.gpu_options.visible_device_list = str(hvd.local_rank())
keras.backend.set_session(tf.Session(config=config_))


def reset():
    session = get_session()
    clear_session()
    session.close()
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    config.gpu_options.allow_growth = True
    K.set_session(tf.Session(config=config))


def train(x, y):
    model = Sequential([Dense(1, input_shape=(4,))])
    model.compile(
        loss="mse",
        optimizer=hvd.DistributedOptimizer(
            keras.optimizers.Adam(lr=0.001 * hvd.size())
        ),
    )
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        y[shard],
        epochs=3,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )


for fold in range(5):
    train(np.random.rand(100, 4), np.random.rand(100, 1))
    reset()
