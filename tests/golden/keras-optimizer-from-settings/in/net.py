from keras.layers import Dense
from keras.models import Sequential


class Net:
    def __init__(self, optimizer="adam"):
        self.model = Sequential([Dense(3, input_shape=(4,)), Dense(1)])
        self.model.compile(optimizer=optimizer, loss="mse")

    def train(self, x, y):
        self.model.fit(x, y, epochs=3)
