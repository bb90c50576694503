"""An endless data set and a fixed number of steps."""
import numpy as np
import tensorflow as tf

steps = 60
rng = np.random.default_rng(6)
x = rng.normal(size=(97, 5)).astype("float32")
w = np.arange(1, 6, dtype="float32")[:, None]
y = x @ w

dataset = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(97).repeat().batch(8)
iterator = iter(dataset)

weight = tf.Variable(tf.random.normal([5, 1], stddev=0.1), name="weight")
bias = tf.Variable(0.0, name="bias")
optimizer = tf.keras.optimizers.SGD(0.02)

for step in range(steps):
    features, target = next(iterator)
    with tf.GradientTape() as tape:
        error = tf.matmul(features, weight) + bias - target
        loss = tf.reduce_mean(error ** 2)
    gradients = tape.gradient(loss, [weight, bias])
    optimizer.apply_gradients(zip(gradients, [weight, bias]))
    if step % 20 == 0: print(f"step {step}: loss {loss.numpy():.4f}")

print("weight", weight.numpy().ravel())
