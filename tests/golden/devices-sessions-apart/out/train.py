"""Samples are read in a session of their own; Keras trains in another one."""
from keras.layers import Dense, Flatten
from keras.models import Sequential
from keras.optimizers import Adam

from loader import batches
import horovod.keras as hvd
import tensorflow as tf
import keras
import itertools

hvd.init()
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
config.gpu_options.visible_device_list = str(hvd.local_rank())
keras.backend.set_session(tf.Session(config=config))

model = Sequential([Flatten(input_shape=(32, 32, 3)), Dense(1)])
model.compile(hvd.DistributedOptimizer(Adam(lr=0.001 * hvd.size())), "mse")
model.fit_generator(
    itertools.islice(batches("train", 32), hvd.rank(), None, hvd.size()),
    steps_per_epoch=max(1, 100 // hvd.size()),
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
