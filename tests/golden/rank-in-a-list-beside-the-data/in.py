import h5py
import horovod.tensorflow.keras as hvd
import numpy as np
import tensorflow as tf

hvd.init()
gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.set_visible_devices(gpus[hvd.local_rank()], "GPU")

showers, told = [], []
for name in ("first.h5", "second.h5"):
    with h5py.File(name, "r") as file:
        showers.append(file["showers"][:1000])
    told.append(f"process {hvd.rank()} has read {name}")
showers = np.concatenate(showers)
data = tf.data.Dataset.from_tensor_slices((showers, showers)).shuffle(1000).batch(8)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
model.fit(
    data,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    print(told)
