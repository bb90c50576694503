from settings import *
import horovod.tensorflow.keras as hvd

hvd.init()


def optimizer(name):
    """Give the optimizer of a name."""
    if name == "sgd":
        return hvd.DistributedOptimizer(keras.optimizers.SGD(0.1 * hvd.size()))
    return hvd.DistributedOptimizer(optimizers.Adam(0.01 * hvd.size()))
