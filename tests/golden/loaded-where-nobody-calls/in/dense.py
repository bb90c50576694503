from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam

from net import Net


class DenseNet(Net):
    def __init__(self, size):
        model = Sequential([Dense(size, input_shape=(size,))])
        model.compile(Adam(1e-4), "mse")
        super(DenseNet, self).__init__(model)
