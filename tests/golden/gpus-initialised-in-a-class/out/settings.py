"""Settings in a class, whose body is run while the module is imported: its metric has variables, which are made on a GPU."""

from tensorflow.keras import metrics, optimizers
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Settings:
    rate = 0.001
    optimizer = optimizers.Adam(rate * hvd.size())
    optimizer = hvd.DistributedOptimizer(optimizer)
    overlap = metrics.MeanIoU(num_classes=2)
