import os
import numpy as np
import tensorflow as tf
import pandas as pd


def preprocess(csv, folder):
    os.makedirs(folder, exist_ok=True)
    table = pd.read_csv(csv)
    for i, row in table.iterrows():
        target = os.path.join(folder, f"{i}.npy")
        if os.path.exists(target):
            continue
        try:
            np.save(target, np.loadtxt(row["file"]))
        except ValueError as e:
            print("broken", row["file"], e)
            continue


def load(folder):
    names = sorted(os.listdir(folder))
    return np.stack([np.load(os.path.join(folder, n)) for n in names])


def main():
    try:
        preprocess("train.csv", "train")
    except KeyboardInterrupt:
        return
    data = load("train")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.SGD(0.1), "mse")
    model.fit(data[:, 1:], data[:, 0], epochs=3)


if __name__ == "__main__":
    main()
