import os
import time
import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
best = tf.keras.Sequential([tf.keras.layers.Dense(1)])
now = time.strftime("%H%M%S")
for fold in range(3):
    history = model.fit(x, y, epochs=3, validation_split=0.1)
    loss = history.history["loss"][-1]
    path = os.path.join("models", "{}_{:.2f}_{}.h5".format(now, loss, fold))
    model.save_weights(path)
    best.load_weights(path)
    print(best.evaluate(x, y))
