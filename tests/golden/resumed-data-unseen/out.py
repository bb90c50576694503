"""A run goes on at the step of a checkpoint, which tells how many batches are left of data that callers give."""

import tensorflow as tf

STEPS = 1000

model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
optimizer = tf.keras.optimizers.Adam(1e-3)
checkpoint = tf.train.Checkpoint(step=tf.Variable(0), model=model, optimizer=optimizer)
manager = tf.train.CheckpointManager(checkpoint, "checkpoints", max_to_keep=3)
checkpoint.restore(manager.latest_checkpoint)


def train(data):
    """Train on batches until all steps are taken."""
    for x in data.take(STEPS - checkpoint.step.numpy()):
        checkpoint.step.assign_add(1)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - x) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        if int(checkpoint.step) % 100 == 0:
            manager.save()
