"""A path that goes through many names and functions before the file is written, and before it is read."""

from pathlib import Path

import numpy as np
import tensorflow as tf


def written(folder):
    base = Path(folder)
    raw = base / "data" / "raw"
    raw.mkdir(parents=True, exist_ok=True)
    path = raw / "series.npy"
    partial = path.with_suffix(".part.npy")
    np.save(partial, np.sin(np.arange(2400) / 30))
    partial.replace(path)
    return str(path)


def prepared(folder):
    base = Path(folder)
    where = written(base)
    return np.load(where)


def train(folder):
    root = Path(folder)
    series = prepared(root)
    windows = np.stack([series[at : at + 14] for at in range(2300)])
    model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(windows[:, :-1], windows[:, -1], epochs=5)
    model.save(root / "model.keras")


if __name__ == "__main__":
    here = Path(__file__).resolve()
    train(here.parent)
