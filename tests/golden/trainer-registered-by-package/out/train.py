import numpy as np
import tensorflow as tf
from algorithms.registry import get_algorithm
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

inputs, targets = np.load("inputs.npy"), np.load("targets.npy")
data = (
    tf.data.Dataset.from_tensor_slices((inputs, targets))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .shuffle(1000)
    .batch(32)
)
algorithm = get_algorithm("squared", tf.keras.Sequential([tf.keras.layers.Dense(1)]))
for epoch in range(3):
    for x, y in data:
        algorithm.train(x, y)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(algorithm.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(algorithm.model.variables, root_rank=0)
            hvd.broadcast_variables(algorithm.optimizer.variables(), root_rank=0)
            algorithm.optimizer.hvd_broadcast_done = True
