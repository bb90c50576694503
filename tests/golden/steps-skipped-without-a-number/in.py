"""A step is left out where the loss is no number, and another optimizer takes it while the loss is large: all do so, or none."""

import numpy as np
import tensorflow as tf

x, y = np.load("x.npy").astype("float32"), np.load("y.npy")
data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(10000).batch(64)
model = tf.keras.Sequential([tf.keras.layers.Dense(64, activation="relu"), tf.keras.layers.Dense(10)])
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
first, later = tf.keras.optimizers.SGD(0.1), tf.keras.optimizers.Adam(0.001)

for epoch in range(100):
    for images, labels in data:
        with tf.GradientTape() as tape:
            loss = loss_fn(labels, model(images, training=True))
        gradients = tape.gradient(loss, model.trainable_variables)
        if np.isnan(loss.numpy()):
            print("no number, left out")
        elif loss > 5.0:
            first.apply_gradients(zip(gradients, model.trainable_variables))
        else:
            later.apply_gradients(zip(gradients, model.trainable_variables))
model.save_weights("model.h5")
