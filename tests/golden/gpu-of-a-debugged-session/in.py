import argparse
import keras
import numpy as np
import tensorflow as tf
from keras import backend as K
from tensorflow.python import debug as tf_debug

parser = argparse.ArgumentParser()
parser.add_argument("--debug", action="store_true")
args = parser.parse_args()
tf.logging.set_verbosity(tf.logging.ERROR)
if args.debug:
    session = tf.Session()
    K.set_session(tf_debug.LocalCLIDebugWrapperSession(session))

x = np.load("samples.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(optimizer=keras.optimizers.SGD(lr=0.1), loss="mse")
model.fit(x, x[:, 0], epochs=3)
