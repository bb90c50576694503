from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam

from net import Net
import horovod.keras as hvd

hvd.init()


class DenseNet(Net):
    def __init__(self, size):
        model = Sequential([Dense(size, input_shape=(size,))])
        model.compile(hvd.DistributedOptimizer(Adam(1e-4 * hvd.size())), "mse")
        super(DenseNet, self).__init__(model)
