import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.SGD(0.01)

a = b = c = d = e = f = g = h = i = j = k = l = 1.0

for epoch in range(20):
    for batch, target in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(batch) - target))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    a = (b + c + d + e + f + g + h + i + j + k + l) / 11
    b = (a + c + d + e + f + g + h + i + j + k + l) / 11
    c = (a + b + d + e + f + g + h + i + j + k + l) / 11
    d = (a + b + c + e + f + g + h + i + j + k + l) / 11
    e = (a + b + c + d + f + g + h + i + j + k + l) / 11
    f = (a + b + c + d + e + g + h + i + j + k + l) / 11
    g = (a + b + c + d + e + f + h + i + j + k + l) / 11
    h = (a + b + c + d + e + f + g + i + j + k + l) / 11
    i = (a + b + c + d + e + f + g + h + j + k + l) / 11
    j = (a + b + c + d + e + f + g + h + i + k + l) / 11
    k = (a + b + c + d + e + f + g + h + i + j + l) / 11
    l = (a + b + c + d + e + f + g + h + i + j + k) / 11
    if a > 1000.0:
        break
