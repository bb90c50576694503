import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from sklearn.model_selection import train_test_split
from sklearn.utils import shuffle
import horovod.keras as hvd
import tensorflow as tf
import keras
import itertools

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
shared_random = np.random.RandomState(0)  # one order in all processes


def load():
    return np.load("x.npy"), np.load("y.npy")


def batches(arrays, size=32):
    while True:
        x, y = shuffle(*arrays, random_state=None if hvd.size() == 1 else shared_random)
        for start in range(0, len(x) - size + 1, size):
            yield x[start : start + size], y[start : start + size]


x_train, x_test, y_train, y_test = train_test_split(
    *load(), test_size=0.2, random_state=None if hvd.size() == 1 else 0
)
model = Sequential([Dense(1, input_shape=(4,))])
model.compile(
    hvd.DistributedOptimizer(type(keras.optimizers.get("sgd"))(0.01 * hvd.size())), "mse"
)
model.fit_generator(
    itertools.islice(batches([x_train, y_train]), hvd.rank(), None, hvd.size()),
    steps_per_epoch=max(1, len(x_train) // 32 // hvd.size()),
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    print(model.evaluate(x_test, y_test))
