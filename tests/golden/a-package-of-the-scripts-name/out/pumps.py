"""Starts what the package of its name has: Python takes a package before a module."""

from pumps import flow
import horovod.tensorflow as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

flow.train()
if hvd.rank() == 0:
    print("trained")
