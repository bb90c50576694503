import argparse
import keras
import numpy as np
import tensorflow as tf
from keras import backend as K
from tensorflow.python import debug as tf_debug
import horovod.keras as hvd

hvd.init()
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
config.gpu_options.visible_device_list = str(hvd.local_rank())
keras.backend.set_session(tf.Session(config=config))

parser = argparse.ArgumentParser()
parser.add_argument("--debug", action="store_true")
args = parser.parse_args()
tf.logging.set_verbosity(tf.logging.ERROR)
if args.debug:
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    session = tf.Session(config=config)
    K.set_session(tf_debug.LocalCLIDebugWrapperSession(session))

x = np.load("samples.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(
    optimizer=hvd.DistributedOptimizer(
        keras.optimizers.SGD(lr=0.1 * hvd.size())
    ),
    loss="mse",
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[:, 0][shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
