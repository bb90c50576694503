import numpy as np


def main(count, seed):
    draw = np.random.RandomState(seed)
    np.save("made.npy", draw.rand(count, 8))
