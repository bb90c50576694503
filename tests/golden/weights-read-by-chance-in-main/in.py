import numpy as np
from tensorflow import keras


def main():
    x, y = np.load("x.npy"), np.load("y.npy")
    model = keras.Sequential([keras.layers.Dense(4), keras.layers.Dense(1)])
    model.compile(keras.optimizers.Adam(0.001), "mse")
    kept = keras.callbacks.ModelCheckpoint("best.weights.h5", save_best_only=True, save_weights_only=True)
    rounds = 0
    while rounds < 5:
        model.fit(x, y, validation_split=0.1, epochs=20, callbacks=[kept])
        if np.random.random() < 0.5:
            model.load_weights("best.weights.h5")
        rounds += 1


if __name__ == "__main__":
    main()
