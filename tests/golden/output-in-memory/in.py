import io

import numpy as np
import pandas as pd
from tensorflow import keras


def write(samples, target):
    np.save(target, samples)


def packed(samples):
    target = io.BytesIO()
    write(samples, target)
    return target.getvalue()


def report(history):
    text = io.StringIO()
    pd.DataFrame(history).to_csv(text)
    print("lines:", text.getvalue().count("\n"))
    return text.getvalue()


table = pd.DataFrame({"a": np.arange(64.0), "b": np.arange(64.0) % 4})
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(0.001), "mse")
history = model.fit(table[["a"]].values, table["b"].values, epochs=3)
table.groupby("b").mean().round(3).to_csv("means.csv")
write(model.predict(table[["a"]].values), "predictions.npy")
sizes = [len(packed(table["a"].values)), len(report(history.history))]
if min(sizes) == 0:
    raise ValueError("nothing was packed")
