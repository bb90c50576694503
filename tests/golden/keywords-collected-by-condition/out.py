import numpy as np
import tensorflow as tf


def train(epochs=10, patience=None):
    x, y = np.load("x.npy"), np.load("y.npy")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    compile_args = {"loss": "mse"}
    compile_args["optimizer"] = "adam"
    model.compile(**compile_args)
    for fold in range(3):
        arguments = {"x": x, "y": y, "epochs": epochs}
        arguments["batch_size"] = 32
        if patience:
            arguments["callbacks"] = [tf.keras.callbacks.EarlyStopping(patience=patience)]
        model.fit(**arguments)
    model.save("m.h5")


train()
