"""One function makes the iterators of the samples and of others, which the loop only shows something of."""

import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(learning_rate=0.001)


def batches(path):
    data = tf.data.Dataset.from_tensor_slices(np.load(path)).repeat()
    return data.shuffle(1000).batch(32).as_numpy_iterator()


def train(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - 1.0))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


samples, others = batches("train.npy"), batches("test.npy")
for step in range(10000):
    train(next(samples))
    if step % 500 == 0:
        print(step, float(tf.reduce_mean(model(next(others)))))
