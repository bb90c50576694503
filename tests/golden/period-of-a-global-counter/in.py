import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
optimizer = tf.keras.optimizers.SGD(0.1)
steps = 0


def report(loss):
    if steps % 100 == 0:
        print(steps, loss.numpy())
        model.save_weights("model_%d.weights.h5" % steps)


def train_step(images, labels):
    global steps
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(images) - labels) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    steps += 1
    return loss


for epoch in range(10):
    for images, labels in data:
        report(train_step(images, labels))
