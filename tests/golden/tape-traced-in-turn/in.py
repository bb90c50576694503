"""A traced step that is called with one network and its optimizer, then with another one."""
import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(np.load("pairs.npy")).shuffle(1000).batch(32)
forward = tf.keras.Sequential([tf.keras.layers.Dense(8, input_shape=(8,))])
backward = tf.keras.Sequential([tf.keras.layers.Dense(8, input_shape=(8,))])
forward_optimizer = tf.keras.optimizers.Adam(0.001)
backward_optimizer = tf.keras.optimizers.Adam(0.0005)


@tf.function
def step(model, optimizer, given, wanted):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(given) - wanted) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for epoch in range(10):
    for pairs in data:
        step(forward, forward_optimizer, pairs[:, 0], pairs[:, 1])
        step(backward, backward_optimizer, pairs[:, 1], pairs[:, 0])
