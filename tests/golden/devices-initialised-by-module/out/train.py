"""A module makes its model while it is imported: the GPU is chosen there, since all would be initialised otherwise."""
import numpy as np
import tensorflow as tf
from network import model
import horovod.tensorflow.keras as hvd

hvd.init()

x = np.load("x.npy")
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[:, :1][shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
