import multiprocessing
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


def prepare(lines, path):
    x = np.array([[float(each) for each in line.split()] for line in lines])
    if hvd.rank() == 0:
        np.save(path + "X.npy", x)


lines = open("samples.txt").readlines()
pool = multiprocessing.Pool(2)
for part in range(2):
    pool.apply_async(prepare, args=(lines[part::2], "part" + str(part)))
pool.close()
pool.join()
barrier()  # until rank 0 has written the files
x = np.concatenate([np.load("part" + str(part) + "X.npy") for part in range(2)])
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    "mse",
)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    x[:, 1:][shard],
    x[:, 0][shard],
    batch_size=32,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
