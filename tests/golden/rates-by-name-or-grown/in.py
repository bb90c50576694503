import argparse

import numpy as np
from tensorflow.keras import Sequential
from tensorflow.keras.layers import Dense
from tensorflow.keras.optimizers import SGD


class Encoder:
    def __init__(self):
        self.model = Sequential([Dense(8, activation="relu"), Dense(32)])

    def pretrain(self, samples, optimizer="adam"):
        self.model.compile(optimizer=optimizer, loss="mse")
        self.model.fit(samples, samples, epochs=20)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--method")
    args = parser.parse_args()
    encoder = Encoder()
    encoder.pretrain(np.load("samples.npy"), optimizer=SGD(1.0, 0.9) if args.method == "dense" else "adam")
