import numpy as np
import tensorflow as tf

w = tf.Variable(tf.zeros([3, 1]))
optimizer = tf.keras.optimizers.SGD(0.1)
data = tf.data.Dataset.from_tensor_slices(np.load("x.npy")).shuffle(100).batch(10)


def adapt(value, epoch):
    if epoch > 3:
        optimizer.learning_rate = 0.02
    if value > 1.0:
        optimizer.learning_rate = rate(epoch)


def rate(epoch):
    return 0.01 * 0.9**epoch


def train(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((x @ w) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))
    return loss


for epoch in range(10):
    for x in data:
        loss = train(x)
    adapt(loss, epoch)
