import h5py
import horovod.tensorflow.keras as hvd
import numpy as np
import tensorflow as tf


def load(name, count):
    rank, size = hvd.rank(), hvd.size()
    with h5py.File(name, "r") as file:
        return file["showers"][rank:count:size], file["energies"][rank:count:size]


hvd.init()
gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.set_visible_devices(gpus[hvd.local_rank()], "GPU")

showers, energies = [], []
for name in ("first.h5", "second.h5"):
    own_showers, own_energies = load(name, 1000)
    showers.append(own_showers)
    energies.append(own_energies)
showers = np.concatenate(showers)
energies = np.concatenate(energies)
data = tf.data.Dataset.from_tensor_slices((showers, energies)).shuffle(1000).repeat().batch(8)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
model.fit(
    data,
    epochs=3,
    steps_per_epoch=len(showers) // 8,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
