import numpy as np
import tensorflow as tf
import keras
import keras.backend as K
from keras.backend.tensorflow_backend import clear_session, get_session
from keras.layers import Dense
from keras.models import Sequential


def reset():
    session = get_session()
    clear_session()
    session.close()
    config = tf.ConfigProto()
    config.gpu_options.allow_growth = True
    K.set_session(tf.Session(config=config))


def train(x, y):
    model = Sequential([Dense(1, input_shape=(4,))])
    model.compile(loss="mse", optimizer=keras.optimizers.Adam(lr=0.001))
    model.fit(x, y, epochs=3)


for fold in range(5):
    train(np.random.rand(100, 4), np.random.rand(100, 1))
    reset()
