"""A module splits the names of the studies by chance while it is imported."""

import keras
import numpy as np
from sklearn.model_selection import train_test_split
import horovod.keras as hvd

hvd.init()

names = np.load("names.npy")
train_names, test_names = train_test_split(names, test_size=0.2, random_state=None if hvd.size() == 1 else 0)


class Studies(keras.utils.Sequence):
    def __init__(self, names, batch_size=4):
        self.names, self.batch_size = names, batch_size
        self.order = np.random.permutation(len(names))

    def __len__(self):
        return len(self.names) // self.batch_size

    def __getitem__(self, index):
        chosen = self.order[index * self.batch_size : (index + 1) * self.batch_size]
        batch = [self.names[k] for k in chosen]
        return np.stack([np.load(f"{each}-x.npy") for each in batch]), np.stack([np.load(f"{each}-y.npy") for each in batch])
