"""A loop over epochs that begins where the name of a manager's newest checkpoint says."""
import numpy as np
import tensorflow as tf

dataset = tf.data.Dataset.from_tensor_slices(np.load("data.npy")).shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)
checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer)
manager = tf.train.CheckpointManager(checkpoint, "saved", max_to_keep=3)
first = 1
if manager.latest_checkpoint:
    checkpoint.restore(manager.latest_checkpoint)
    first = int(manager.latest_checkpoint.split("-")[-1]) + 1
for epoch in range(first, 101):
    for batch in dataset:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    manager.save()
