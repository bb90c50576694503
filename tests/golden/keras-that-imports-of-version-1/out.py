import numpy as np
from keras.layers import Dense, Flatten
from keras.models import Sequential
from keras.optimizers import Adam
from tensorflow import set_random_seed
import horovod.keras as hvd
import tensorflow as tf
import keras

hvd.init()
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
config.gpu_options.visible_device_list = str(hvd.local_rank())
keras.backend.set_session(tf.Session(config=config))

set_random_seed(7)
images, labels = np.load("images.npy"), np.load("labels.npy")
model = Sequential([Flatten(), Dense(10, activation="softmax")])
model.compile(
    hvd.DistributedOptimizer(Adam(lr=0.001 * hvd.size())),
    "sparse_categorical_crossentropy",
)
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    images[shard],
    labels[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save("digits.h5")
