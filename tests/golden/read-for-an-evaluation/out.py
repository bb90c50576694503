"""What an evaluation after the training is given is read by all before rank 0 writes it again."""

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


x = np.load("samples.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[shard],
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
kept = [
    model.evaluate(each, each, verbose=1 if hvd.rank() == 0 else 0)
    for each in np.split(np.load("x.npy"), 2)
]
if kept[0] < kept[1]:
    x = x[::-1]
barrier()  # until every process has read x.npy
if hvd.rank() == 0:
    np.save("x.npy", model.get_weights()[0])
