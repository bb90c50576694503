from keras.models import *
from keras.layers import *
from keras.optimizers import *
import horovod.keras as hvd

hvd.init()


def net():
    model = Sequential([Conv2D(1, 3, padding="same")])
    model.compile(hvd.DistributedOptimizer(Adam(lr=1e-4 * hvd.size())), "mse")
    return model
