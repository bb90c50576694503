import pickle

import numpy as np
import pandas as pd
from tensorflow import keras


class Clips(keras.utils.Sequence):
    def __init__(self, names, targets, batch_size, clips):
        self.names = names
        self.targets = targets
        self.batch_size = batch_size
        self.clips = clips
        self.count = len(names)
        self.on_epoch_end()

    def __len__(self):
        return int(np.ceil(self.count / self.batch_size))

    def on_epoch_end(self):
        self.order = np.arange(self.count)
        np.random.shuffle(self.order)

    def __getitem__(self, index):
        chosen = self.order[index * self.batch_size : (index + 1) * self.batch_size]
        return self.load(chosen), self.targets[chosen, :]

    def load(self, rows):
        return np.array([self.clips[self.names[i]] for i in rows])


with open("folds.pkl", "rb") as file:
    names, _ = pickle.load(file)[0]
clips = {name: np.load(name + ".npy") for name in names}
labels = pd.read_csv("labels.csv", index_col="name").label
targets = keras.utils.to_categorical(labels.loc[names].values, 10)
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
model.compile(keras.optimizers.SGD(0.1), keras.losses.CategoricalCrossentropy(from_logits=True))
train = Clips(names, targets, 32, clips)
model.fit(train, epochs=3)
