"""Pairs of pictures, found in a folder."""

import glob
import random

import numpy as np
import tensorflow as tf

random.seed(1143)


class Loader(tf.keras.utils.Sequence):
    def __init__(self, folder):
        self.names = glob.glob(folder + "*.npy")
        random.shuffle(self.names)

    def __getitem__(self, index):
        pair = np.load(self.names[index])
        return pair[0], pair[1]

    def __len__(self):
        return len(self.names)
