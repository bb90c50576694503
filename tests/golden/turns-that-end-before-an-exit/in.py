import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
best, waited = np.inf, 0
for epoch in range(100):
    model.fit(x, y, verbose=0)
    score = model.evaluate(x, y, verbose=0)
    if score < best:
        best, waited = score, 0
        continue
    waited += 1
    if waited > 3 and score > 2 * best:
        break
