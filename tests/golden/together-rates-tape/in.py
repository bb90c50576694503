import numpy as np
import tensorflow as tf

w = tf.Variable(tf.zeros([3, 1]))
optimizer = tf.keras.optimizers.SGD(0.1)
data = tf.data.Dataset.from_tensor_slices(np.load("x.npy")).shuffle(100).batch(10)
best = 1e9
for epoch in range(10):
    for x in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((x @ w) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))
    if loss < best:
        best = loss
    else:
        optimizer.learning_rate = optimizer.learning_rate * 0.5
    if epoch == 5:
        optimizer.learning_rate.assign(0.01)
    if loss < 0.001:
        break
