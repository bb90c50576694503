from multiprocessing import Process

import maker
import numpy as np
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
from tensorflow.keras.optimizers import SGD
import horovod.tensorflow.keras as hvd
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


class Sums(Process):
    def run(self):
        if hvd.rank() == 0:
            np.save("sums.npy", np.load("made.npy").sum(1))


worker = Process(target=maker.main, args=(4000, 3))
worker.start()
worker.join()
barrier()  # until rank 0 has written made.npy
x = np.load("made.npy")

sums = Sums()
sums.start()
sums.join()
barrier()  # until rank 0 has written sums.npy
y = np.load("sums.npy")

model = Sequential([Dense(1, input_shape=(8,))])
model.compile(
    optimizer=hvd.DistributedOptimizer(SGD(0.01 * hvd.size())), loss="mse"
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
