"""What is drawn to be shown now and then gives a training no samples: it is its reader that is asked for."""

import numpy as np
import tensorflow as tf
from digits import reader

coder = tf.keras.Sequential([tf.keras.layers.Dense(4)])
optimizer = tf.keras.optimizers.SGD(0.1)


class Twin(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(4)

    def call(self, x):
        return self.dense(x)


twin = Twin()
few = np.zeros((5, 4), "float32")

for step in range(1000):
    batch = reader.next_batch(32)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(coder(batch) - batch))
    optimizer.apply_gradients(zip(tape.gradient(loss, coder.trainable_variables), coder.trainable_variables))
    if step % 100 == 0:
        print(coder(np.random.normal(size=(5, 4))))

slow = tf.keras.optimizers.SGD(0.01)
images = np.load("digits.npy")
for step in range(1000):
    batch = images[np.random.choice(len(images), 32)]
    with tf.GradientTape() as tape:
        result = twin(batch)
        loss = tf.reduce_mean(tf.square(result - batch))
    slow.apply_gradients(zip(tape.gradient(loss, twin.trainable_variables), twin.trainable_variables))
    if step % 100 == 0:
        result = twin(few)
        print(result)
