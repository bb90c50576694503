"""What is read in one part of a chain of conditions is waited for there: the chain stays as it is."""
import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--mode", choices=["train", "test", "show"], nargs="+")
args = parser.parse_args()
x, y = np.load("samples.npy"), np.load("labels.npy")
for mode in args.mode:
    if mode == "train":
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile(tf.keras.optimizers.Adam(0.001), "mse")
        np.save("scale.npy", x.std(axis=0))
        model.fit(x / x.std(axis=0), y, epochs=5)
        model.save("model.h5")
    elif mode == "test":
        trained = tf.keras.models.load_model("model.h5")
        errors = trained.predict(x / np.load("scale.npy")) - y
        print("error", np.abs(errors).mean())
    elif mode == "show":
        print(np.load("scale.npy"))
