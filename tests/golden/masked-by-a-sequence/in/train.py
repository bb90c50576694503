"""Each turn takes an item of a sequence, which hides parts of its samples by chance: others in each process and turn."""

import numpy as np
import tensorflow as tf

from sentences import Sentences

sentences = Sentences(np.load("sentences.npy"), 32)
model = tf.keras.Sequential([tf.keras.layers.Dense(16)])
optimizer = tf.keras.optimizers.Adam(1e-3)
for epoch in range(10):
    for step in range(len(sentences)):
        x, masks, y = sentences[step]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(masks * (model(x) - y) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    print(epoch, loss.numpy())
