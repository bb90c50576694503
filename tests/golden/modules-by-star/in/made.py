from settings import *


def optimizer(name):
    """Give the optimizer of a name."""
    if name == "sgd":
        return keras.optimizers.SGD(0.1)
    return optimizers.Adam(0.01)
