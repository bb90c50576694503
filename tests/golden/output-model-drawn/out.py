"""A model that is drawn into the file that the library names itself."""

import numpy as np
from keras.utils import plot_model
from keras.utils.visualize_util import plot
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

images = np.load("images.npy")
model = keras.Sequential([keras.layers.Dense(1, input_shape=(784,))])
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), "mse"
)
if hvd.rank() == 0:
    plot_model(model, show_shapes=True)
    plot(model, to_file="model.png")
    picture = keras.utils.plot_model(model)
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    images[shard],
    images[:, :1][shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    print("drawn:", picture)
