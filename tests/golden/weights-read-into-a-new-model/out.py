"""Go on with the weights of a trained model in one made anew, which has no optimizer yet where it takes them."""

import numpy as np
from keras.layers import Dense
from keras.models import Sequential, model_from_json
from keras.optimizers import Adam
import horovod.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


x, y = np.load("x.npy"), np.load("y.npy")
model = Sequential([Dense(16, activation="relu", input_dim=8), Dense(1)])
model.compile(loss="mse", optimizer=hvd.DistributedOptimizer(Adam(0.01 * hvd.size())))
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save_weights("weights.h5")

later = model_from_json(model.to_json())
barrier()  # until rank 0 has written weights.h5
later.load_weights("weights.h5")
later.compile(loss="mse", optimizer=hvd.DistributedOptimizer(Adam(0.001 * hvd.size())))
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
later.fit(
    np.load("later_x.npy")[shard],
    np.load("later_y.npy")[shard],
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
