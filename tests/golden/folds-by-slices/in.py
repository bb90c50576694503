import numpy as np
from tensorflow import keras
from tensorflow.keras.datasets import boston_housing

(samples, prices), _ = boston_housing.load_data()


def build_model():
    model = keras.Sequential([keras.layers.Dense(64, activation="relu"), keras.layers.Dense(1)])
    model.compile(optimizer="rmsprop", loss="mse", metrics=["mae"])
    return model


k = 4
size = len(samples) // k
scores = []
for i in range(k):
    print("fold", i)
    others = np.concatenate([samples[: i * size], samples[(i + 1) * size :]], axis=0)
    other_prices = np.concatenate([prices[: i * size], prices[(i + 1) * size :]], axis=0)
    model = build_model()
    model.fit(others, other_prices, epochs=100, batch_size=1, verbose=0)
    _, error = model.evaluate(samples[i * size : (i + 1) * size], prices[i * size : (i + 1) * size], verbose=0)
    scores.append(error)
print(np.mean(scores))
