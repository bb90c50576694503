"""An eager loop over the steps that are left of a run: those that the checkpoint has counted are done."""
import numpy as np
import tensorflow as tf

STEPS = 3000

data = tf.data.Dataset.from_tensor_slices(np.load("data.npy")).repeat().shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)
checkpoint = tf.train.Checkpoint(step=tf.Variable(0, name="step"), model=model, optimizer=optimizer)
manager = tf.train.CheckpointManager(checkpoint, "saved", max_to_keep=3)
checkpoint.restore(manager.latest_checkpoint)
left = max(STEPS - checkpoint.step.numpy(), 0)
for batch in data.take(left):
    checkpoint.step.assign_add(1)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    if checkpoint.step.numpy() % 100 == 0:
        manager.save()
manager.save()
