"""A callback takes weights back by samples that chance changes as they are read: each process would take others back."""

import numpy as np
from tensorflow import keras


class Batches(keras.utils.Sequence):
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __len__(self):
        return len(self.x) // 8

    def __getitem__(self, index):
        part = slice(index * 8, index * 8 + 8)
        return self.x[part] + np.random.normal(size=(8, 4)), self.y[part]


class Best(keras.callbacks.Callback):
    def __init__(self, batches):
        super().__init__()
        self.batches, self.best, self.kept = batches, 0, None

    def on_epoch_end(self, epoch, logs=None):
        x, y = self.batches[0]
        score = np.mean(np.sign(self.model.predict(x, verbose=0)) == np.sign(y))
        logs["score"] = score
        if logs["score"] >= self.best:
            self.best, self.kept = score, self.model.get_weights()
        else:
            self.model.set_weights(self.kept)


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile(keras.optimizers.Adam(0.001), "mse")
model.fit(Batches(x[100:], y[100:]), epochs=5, callbacks=[Best(Batches(x[:100], y[:100]))], verbose=0)
