"""The best model is read back to be tested: rank 0 has its file, and does alone what is made of it."""

import argparse

import numpy as np
from sklearn.metrics import confusion_matrix
from tensorflow import keras
from tensorflow.keras.callbacks import ModelCheckpoint
from tensorflow.keras.models import load_model


def describe(matrix):
    return "\n".join(" ".join(str(count) for count in row) for row in matrix)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--weights", default="best.h5")
    args = parser.parse_args()

    data = np.load("digits.npz")
    model = keras.Sequential([keras.layers.Dense(64, activation="relu"), keras.layers.Dense(10)])
    model.compile(optimizer=keras.optimizers.Adam(0.001), loss="mse", metrics=["mae"])
    best = ModelCheckpoint(args.weights, save_best_only=True, monitor="loss")
    history = model.fit(data["x"], data["y"], batch_size=32, epochs=5, callbacks=[best])
    print("last loss:", history.history["loss"][-1])

    model = load_model(args.weights)
    loss, error = model.evaluate(data["x_test"], data["y_test"])
    error *= 10
    predicted = model.predict(data["x_test"]).argmax(axis=1)
    wanted = data["y_test"].argmax(axis=1)
    matrix = confusion_matrix(wanted, predicted)
    print("loss:", loss, "error:", error)
    print(describe(matrix))
    np.save("matrix.npy", matrix)


if __name__ == "__main__":
    main()
