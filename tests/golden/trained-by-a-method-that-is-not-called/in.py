import numpy as np
from tensorflow import keras


class Pairs:
    def __init__(self, path):
        self.pictures = np.load(path)

    def batch(self, size):
        left = self.pictures[np.random.randint(0, len(self.pictures), size)]
        right = self.pictures[np.random.randint(0, len(self.pictures), size)]
        return [left, right], np.random.randint(0, 2, size)

    def batches(self, size):
        while True:
            yield self.batch(size)

    def train(self, model, epochs):
        model.fit_generator(self.batches(32), steps_per_epoch=100, epochs=epochs)


pairs = Pairs("pictures.npy")
inputs = [keras.Input([64]), keras.Input([64])]
output = keras.layers.Dense(1, activation="sigmoid")(keras.layers.concatenate(inputs))
twin = keras.Model(inputs, output)
twin.compile(keras.optimizers.Adam(0.0001), "binary_crossentropy")
for turn in range(10000):
    x, y = pairs.batch(32)
    loss = twin.train_on_batch(x, y)
    if turn % 500 == 0:
        print(turn, loss)
twin.save("twin.h5")
