"""The steps are counted in a function that the step's own one calls: a rate is computed from them there."""
import numpy as np
import tensorflow as tf

images = np.load("images.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.Adam(0.001)
steps = tf.Variable(0, trainable=False, dtype=tf.int64)
data = tf.data.Dataset.from_tensor_slices(images).shuffle(1000).batch(32)
WARM_UP = 1000


def warm_up():
    steps.assign_add(1)
    if steps < WARM_UP:
        optimizer.lr.assign(0.001 * float(steps / WARM_UP))


def train_step(batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    warm_up()
    return loss


for epoch in range(10):
    for batch in data:
        train_step(batch)
