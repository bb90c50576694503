import math

import numpy as np
import tensorflow as tf

ACCUMULATED, PEAK, WARM, UPDATES = 4, 0.1, 50, 1000
batches = tf.data.Dataset.from_tensor_slices(np.load("samples.npy")).shuffle(1000).repeat().batch(8)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(PEAK)
update, sums = 0, []
for number, batch in enumerate(batches):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2) / ACCUMULATED
    gradients = tape.gradient(loss, model.trainable_variables)
    sums = [a + b for a, b in zip(sums, gradients)] if sums else gradients
    if (number + 1) % ACCUMULATED == 0:
        if update < WARM:
            optimizer.learning_rate = PEAK * (update + 1) / WARM
        else:
            optimizer.learning_rate = PEAK / 2 * (1 + math.cos(math.pi * (update - WARM) / (UPDATES - WARM)))
        optimizer.apply_gradients(zip(sums, model.trainable_variables))
        sums = []
        update += 1
        if update == UPDATES:
            break
