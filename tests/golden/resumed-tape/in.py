"""An eager loop over epochs that goes on where the last checkpoint stopped."""
import numpy as np
import tensorflow as tf

dataset = tf.data.Dataset.from_tensor_slices(np.load("data.npy")).shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)
checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer)
latest = tf.train.latest_checkpoint("saved")
first = 0
if latest:
    checkpoint.restore(latest)
    first = int(latest.split("-")[-1])
for epoch in range(first, 100):
    for batch in dataset:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    checkpoint.save("saved/model")
