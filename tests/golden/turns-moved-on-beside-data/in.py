"""The same in a loop over data, where a bar that the losses are held against, and is raised, is no number of turns."""

import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(np.load("x.npy")).shuffle(1000).batch(64)
model = tf.keras.Sequential([tf.keras.layers.Dense(64), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.SGD(0.1)
done, total = 0, 0.0
next_save = 2000
next_drop = 8000
bar = 100
for epoch in range(20):
    for batch in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        done += 1
        total += float(loss)
        if done >= next_save:
            model.save_weights("weights.h5")
            next_save += 2000
        if done > next_drop:
            next_drop += 4000
            optimizer.learning_rate.assign(optimizer.learning_rate / 2)
        if total >= bar:
            bar += 100
            model.save_weights("costly.h5")
