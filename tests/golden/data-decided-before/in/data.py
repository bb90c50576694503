"""A split, and values that are hidden, by chance."""
import numpy as np


def load(share):
    x = np.load("x.npy")
    order = np.random.permutation(len(x))
    known = chosen(x.shape, 0.8)
    cut = int(share * len(x))
    return (x * known)[order[:cut]], x[order[cut:]]


def chosen(shape, share):
    return np.random.uniform(size=shape) < share
