"""Arguments that have the names of Keras 1, which later versions still take."""
import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import SGD
from keras.preprocessing.image import ImageDataGenerator
import horovod.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

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
