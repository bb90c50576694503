import h5py
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


source = np.ones((10, 4))
out = h5py.File("samples.h5", "w") if hvd.local_rank() == 0 else None
data = (
    out.create_dataset(name="images", shape=(10, 4), dtype=np.float32)
    if hvd.local_rank() == 0
    else None
)
for i in range(10):
    if hvd.local_rank() == 0:
        data[i] = source[i].reshape(-1)
if hvd.local_rank() == 0:
    out.close()
barrier()  # until rank 0 has written samples.h5
with h5py.File("samples.h5", "r") as file:
    x = file["images"][:]
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    "mse",
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[:, 0][shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
