"""Pairs of pictures, found in a folder."""

import glob
import random

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def in_one_order(elements):
    """List elements that have no order of their own: sorted, so that all processes have the same."""
    return (list if hvd.size() == 1 else sorted)(elements)


random.seed(1143)


class Loader(tf.keras.utils.Sequence):
    def __init__(self, folder):
        self.names = in_one_order(glob.glob(folder + "*.npy"))
        random.shuffle(self.names)

    def __getitem__(self, index):
        pair = np.load(self.names[index])
        return pair[0], pair[1]

    def __len__(self):
        return len(self.names)
