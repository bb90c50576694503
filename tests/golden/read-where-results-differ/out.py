import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(100).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1), tf.keras.layers.BatchNormalization()])
opt = tf.keras.optimizers.Adam(0.001)
mean = tf.keras.metrics.Mean()
best = 1e9
for epoch in range(3):
    for a, b in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(a) - b) ** 2)
        grads = tape.gradient(loss, model.trainable_variables)
        opt.apply_gradients(zip(grads, model.trainable_variables))
    mean.update_state((model(x) - y) ** 2)
    value = float(mean.result())
    if value < best:
        best = value
        with open("r.txt", "w") as f:
            f.write(str(value))
        with open("r.txt") as f:
            print(f.read())
        text = open("r.txt").read()
    found = []
    for i in range(10):
        p = model(x[i : i + 1])
        if p[0] > 0.5:
            found.append(float(p[0]))
    if not found == []:
        with open("s.txt", "w") as f:
            f.write(str(found))
        best = float(open("s.txt").read())
