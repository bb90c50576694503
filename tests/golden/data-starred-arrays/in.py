import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from sklearn.model_selection import train_test_split
from sklearn.utils import shuffle


def load():
    return np.load("x.npy"), np.load("y.npy")


def batches(arrays, size=32):
    while True:
        x, y = shuffle(*arrays)
        for start in range(0, len(x) - size + 1, size):
            yield x[start : start + size], y[start : start + size]


x_train, x_test, y_train, y_test = train_test_split(*load(), test_size=0.2)
model = Sequential([Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
model.fit_generator(batches([x_train, y_train]), steps_per_epoch=len(x_train) // 32, epochs=3)
print(model.evaluate(x_test, y_test))
