"""What is shown of a model of a class of its own before its weights are loaded makes its variables, on every rank."""

import os

import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(8)

    def call(self, inputs):
        return self.dense(inputs)


def show(model, sample):
    plt.imshow(model.predict(sample, verbose=1 if hvd.rank() == 0 else 0))
    if hvd.rank() == 0:
        plt.show()


x, y = np.load("x.npy"), np.load("y.npy")
net, old, known = Net(), Net(), tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(8)])
net_result = net(x[:1])
if hvd.rank() == 0:
    print(net_result)
show(old, x[:1])
show(known, x[:1])
if os.path.isfile("net.h5"):
    net.load_weights("net.h5")
old.set_weights(net.get_weights())
net.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
net.fit(
    x[shard],
    y[shard],
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        *([tf.keras.callbacks.ModelCheckpoint("net.h5", save_weights_only=True)] if hvd.rank() == 0 else []),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
show(net, x[:1])
if hvd.rank() == 0:
    print(old(x[:1]))
