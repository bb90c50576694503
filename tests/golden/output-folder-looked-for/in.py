import os

import numpy as np
import tensorflow as tf

RESULTS = "results"


def resumed(model):
    if os.path.isdir(RESULTS):
        model.load_weights(os.path.join(RESULTS, "weights.h5"))
    else:
        os.makedirs(RESULTS)


def build():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(optimizer=tf.keras.optimizers.Adam(1e-3), loss="mse")
    return model


samples, labels = np.load("samples.npy"), np.load("labels.npy")
model = build()
resumed(model)
if os.path.exists("logs") and os.path.exists("logs/best.npy"):
    print("the best loss so far is", np.load("logs/best.npy"))
watch = tf.keras.callbacks.TensorBoard(log_dir="logs")
model.fit(samples, labels, batch_size=32, epochs=3, callbacks=[watch])
model.save_weights(os.path.join(RESULTS, "weights.h5"))
