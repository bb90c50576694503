"""A diagram that is drawn and read again where a switch says so, which is the same in all processes: they wait within it."""

import matplotlib.image as mpimg
import matplotlib.pyplot as plt
import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.utils import plot_model
import horovod.keras as hvd
import tensorflow as tf
import keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


show = False
x, y = np.load("x.npy"), np.load("y.npy")
model = Sequential([Dense(1)])
if show:
    if hvd.local_rank() == 0:
        plot_model(model, to_file="model.png")
    barrier()  # until model.png is there
    img = mpimg.imread("model.png")
    plt.imshow(img)
    if hvd.rank() == 0:
        plt.show()
model.compile(hvd.DistributedOptimizer(type(keras.optimizers.get("adam"))(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard], y[shard], callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)], verbose=1 if hvd.rank() == 0 else 0
)
