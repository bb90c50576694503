"""An eager loop over the steps that are left of a run, counted by a variable that its checkpoint keeps."""
import numpy as np
import tensorflow as tf

STEPS = 3000

data = tf.data.Dataset.from_tensor_slices(np.load("rows.npy")).repeat().shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)
taken = tf.Variable(0)
checkpoint = tf.train.Checkpoint(step=taken, model=model, optimizer=optimizer)
manager = tf.train.CheckpointManager(checkpoint, "saved", max_to_keep=3)
checkpoint.restore(manager.latest_checkpoint)
left = max(STEPS - taken.numpy(), 0)
for batch in data.take(left):
    taken.assign_add(1)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    if taken.numpy() % 100 == 0:
        manager.save()
