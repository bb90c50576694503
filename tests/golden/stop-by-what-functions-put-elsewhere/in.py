import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
train = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1024, seed=1).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3)
last = np.inf


def step(features, labels):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(features) - labels) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def epoch(history):
    global last
    losses = []
    for features, labels in train:
        losses.append(float(step(features, labels)))
    last = np.mean(losses)
    history.append(np.max(losses))


history = []
for _ in range(100):
    epoch(history)
    if last < 0.01:
        break
    if len(history) > 80:  # the same in all processes
        break
    if history[-1] < 0.1:
        break
