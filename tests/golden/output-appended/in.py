"""A log that is opened to be read and appended to, and only written to."""
import numpy as np
import tensorflow as tf

data = np.load("data.npz")
log = open("log.csv", "a+")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
for run in range(3):
    history = model.fit(data["x"], data["y"], verbose=0)
    log.write("%d,%f\n" % (run, history.history["loss"][-1]))
    log.flush()
log.close()
