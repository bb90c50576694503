"""Files that are made when they are missing, and then read: rank 0 makes them, all processes wait for them."""
import os
import pickle
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


def preprocess():
    x = np.random.RandomState(0).rand(101, 3).astype("float32")
    with open("vocab.pkl", "wb") as f:
        pickle.dump({"a": 1}, f)
    np.save("data.npy", x)
if not os.path.exists("data.npy") and hvd.local_rank() == 0:
    preprocess()
barrier()  # until the files are there
with open("vocab.pkl", "rb") as f:
    vocab = pickle.load(f)
x = np.load("data.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(x[shard], x[:, :1][shard], verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])
