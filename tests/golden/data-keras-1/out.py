"""Arguments that have the names of Keras 1, which later versions still take."""
import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import SGD
from keras.preprocessing.image import ImageDataGenerator
import horovod.keras as hvd
import tensorflow as tf
import keras

hvd.init()
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
config.gpu_options.visible_device_list = str(hvd.local_rank())
keras.backend.set_session(tf.Session(config=config))

x, y = np.zeros((640, 8, 8, 3)), np.zeros((640, 2))
model = Sequential([Dense(2)])
model.compile(
    optimizer=hvd.DistributedOptimizer(SGD(lr=0.1 * hvd.size())), loss="mse"
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
flow = ImageDataGenerator().flow(x[shard], y[shard], batch_size=32)
model.fit_generator(
    flow,
    samples_per_epoch=max(1, len(x) // hvd.size()),
    nb_epoch=3,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
