"""A history is read by the names of Keras 2.3, though a callback still monitors an older one: the newer version runs it."""
import numpy as np
from keras.callbacks import EarlyStopping
from keras.layers import Dense
from keras.models import Sequential
import horovod.keras as hvd
import tensorflow as tf
import keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
model = Sequential([Dense(64, activation="relu"), Dense(8, activation="softmax")])
model.compile(
    loss="categorical_crossentropy",
    optimizer=hvd.DistributedOptimizer(type(keras.optimizers.get("rmsprop"))(0.001 * hvd.size())),
    metrics=["accuracy"],
)
stop = EarlyStopping(monitor="val_acc", patience=20, mode="max")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
history = model.fit(
    x[shard],
    y[shard],
    epochs=50,
    validation_split=0.2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), hvd.callbacks.MetricAverageCallback(), stop],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    print(max(history.history["val_accuracy"]))
