import os
import uuid

import numpy as np
import tensorflow as tf


def split(path):
    folder = os.path.dirname(path)
    train, sizes = os.path.join(folder, "train.csv"), os.path.join(folder, "sizes.txt")
    with open(path) as ratings:
        lines = ratings.readlines()
    with open(train, "w") as part:
        part.writelines(lines[: len(lines) * 9 // 10])
    with open(sizes, "w") as counted:
        counted.write(str(len(lines)))
    return train, sizes


def callbacks(path):
    checkpoint = tf.keras.callbacks.ModelCheckpoint(path, save_best_only=True, save_weights_only=True)
    return [checkpoint, tf.keras.callbacks.EarlyStopping(patience=3)]


def train(model, x, y):
    best = os.path.join("weights", "{}.h5".format(uuid.uuid4()))
    model.fit(x, y, epochs=30, validation_split=0.1, callbacks=callbacks(best))
    model.load_weights(best)


def main():
    train_path, sizes_path = split("data/ratings.csv")
    ratings = np.loadtxt(train_path, delimiter=",")
    with open(sizes_path) as counted:
        n = int(counted.read())
    model = tf.keras.Sequential([tf.keras.layers.Dense(n % 7 + 1), tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    train(model, ratings[:, 1:], ratings[:, :1])


main()
