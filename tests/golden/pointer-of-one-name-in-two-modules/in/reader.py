import numpy as np

words = np.load("words.npy")
place = 0


def pairs(size):
    global place
    batch, labels = np.ndarray([size], np.int32), np.ndarray([size, 1], np.int32)
    for i in range(size):
        batch[i] = words[place]
        place = (place + 1) % len(words)
        labels[i, 0] = words[place]
    return batch, labels
