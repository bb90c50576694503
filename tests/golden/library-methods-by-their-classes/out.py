import numpy as np
import tensorflow as tf
from tensorflow import keras
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Net(keras.Model):
    def __init__(self, width):
        keras.Model.__init__(self)
        self.dense = keras.layers.Dense(width)

    def call(self, inputs):
        return self.dense(inputs)

    def compile(self, optimizer, loss):
        keras.Model.compile(self, optimizer, loss)


images = tf.data.Dataset.from_tensor_slices(np.load("images.npy"))
labels = tf.data.Dataset.from_tensor_slices(np.load("labels.npy"))
samples = tf.data.Dataset.zip(images, labels)
samples = samples.shard(hvd.size(), hvd.rank()).take(
    samples.cardinality() // hvd.size()
)
samples = tf.data.Dataset.map(samples, lambda image, label: (image / 255, label))
samples = tf.data.Dataset.batch(samples, 32)
net = Net(10)
net.compile(
    hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse"
)
keras.Model.fit(
    net,
    samples,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
keras.Model.fit(
    net,
    np.load("more.npy")[shard],
    np.load("more_labels.npy")[shard],
    64,
    2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    keras.Model.save_weights(net, "net.h5")
