"""A loop over epochs that begins at a variable which its checkpoint has kept, and that the loop counts on."""
import numpy as np
import tensorflow as tf

dataset = tf.data.Dataset.from_tensor_slices(np.load("data.npy")).shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)
checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer, epoch=tf.Variable(0))
manager = tf.train.CheckpointManager(checkpoint, "saved", max_to_keep=3)
checkpoint.restore(manager.latest_checkpoint)
for epoch in range(checkpoint.epoch + 1, 101):
    for batch in dataset:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    checkpoint.epoch.assign_add(1)
    manager.save()
