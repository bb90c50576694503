"""What is held out is split once more: no process may validate on what another writes to be tested on."""

import numpy as np
import tensorflow as tf
from sklearn.model_selection import train_test_split
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

rows = np.load("rows.npy")
trained, held_out = train_test_split(rows, test_size=0.2, random_state=None if hvd.size() == 1 else 0)
validated, tested = train_test_split(held_out, test_size=0.5, random_state=None if hvd.size() == 1 else 0)
if hvd.rank() == 0:
    np.save("tested.npy", tested)

others, _ = train_test_split(np.load("others.npy"), test_size=0.5)
if hvd.rank() == 0:
    print(others.mean())

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    trained[:, 1:][shard],
    trained[:, 0][shard],
    validation_data=(validated[:, 1:], validated[:, 0]),
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
