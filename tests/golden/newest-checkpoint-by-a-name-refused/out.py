"""The newest checkpoint is asked for before it is restored, of a manager that has saved nothing in other processes."""

import numpy as np
import tensorflow as tf

x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
optimizer = tf.keras.optimizers.Adam(0.01)
data = tf.data.Dataset.from_tensor_slices(x).shuffle(1000).batch(32)
checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer)
manager = tf.train.CheckpointManager(checkpoint, "checkpoints", max_to_keep=2)
latest = manager.latest_checkpoint
if latest:
    checkpoint.restore(latest)
for epoch in range(10):
    for batch in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    manager.save()
last = manager.latest_checkpoint
checkpoint.restore(last)
np.save("answers.npy", model.predict(x))
