import numpy as np
from keras.layers import Dense
from keras.models import Model
from keras.optimizers import Adam

from backbone import backbone
import horovod.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

base = backbone()
model = Model(base.input, Dense(10, activation="softmax")(base.output))
model.compile(
    hvd.DistributedOptimizer(Adam(1e-4 * hvd.size())),
    "categorical_crossentropy",
)
x, y = np.zeros((64, 96, 96, 3)), np.zeros((64, 10))
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=2,
    verbose=2 if hvd.rank() == 0 else 0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
