"""A history has a metric by its full name, as it does before Keras 2.3: GPUs are pinned as TensorFlow 1 wants it."""
import matplotlib.pyplot as plt
import numpy as np
from keras.layers import Dense
from keras.models import Sequential
import horovod.keras as hvd
import tensorflow as tf
import keras

hvd.init()
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
config.gpu_options.visible_device_list = str(hvd.local_rank())
keras.backend.set_session(tf.Session(config=config))

x, y = np.load("x.npy"), np.load("y.npy")
model = Sequential([Dense(1, input_dim=4)])
model.compile(
    optimizer=hvd.DistributedOptimizer(keras.optimizers.RMSprop(0.001 * hvd.size())),
    loss="mean_squared_error",
    metrics=["mae"],
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
history = model.fit(
    x[shard],
    y[shard],
    epochs=5,
    validation_split=0.1,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
plt.plot(history.history["mean_absolute_error"])
plt.plot(history.history["val_mean_absolute_error"])
if hvd.rank() == 0:
    plt.savefig("errors.png")
