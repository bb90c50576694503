"""Which pictures are read is drawn by chance before they are split, and changed in place; a generator draws from them."""

import os
import cv2
import numpy as np
from sklearn.model_selection import train_test_split
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf
import itertools

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

def read(path):
    res = []
    for (root, dirs, files) in os.walk(path):
        if files:
            tmp = []
            files = np.random.choice(files, 4)
            for f in files:
                img = os.path.join(root, f)
                image = cv2.imread(img)
                image /= 255.
                tmp.append(image)
            res.append(tmp)
    return res

def batches(x, y, n):
    while True:
        index = np.random.choice(len(y), n)
        yield np.array([x[i] for i in index]), np.array([y[i] for i in index])

def pairs(path):
    sm = []
    res = read(path)
    for i in range(len(res)):
        p1 = res[i]
        for pi in p1:
            sm.append(pi)
    return sm, list(np.zeros(len(sm)))

def get(path):
    x, y = pairs(path)
    x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.33, random_state=None if hvd.size() == 1 else 0)
    return x_train, x_test, y_train, y_test

if hvd.size() > 1:
    np.random.seed(1)  # the same data in all processes
x_train, x_test, y_train, y_test = get("faces")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
if hvd.size() > 1:
    np.random.seed(hvd.rank())
model.fit(
    itertools.islice(batches(x_train, y_train, 40), hvd.rank(), None, hvd.size()),
    steps_per_epoch=max(1, 70 // hvd.size()),
    epochs=30,
    validation_data=batches(x_test, y_test, 40),
    validation_steps=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
