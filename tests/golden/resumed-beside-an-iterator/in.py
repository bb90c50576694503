"""A run goes on at the step of a checkpoint, which is assigned beside something else."""

import tensorflow as tf

STEPS = 1000

model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
optimizer = tf.keras.optimizers.Adam(1e-3)
checkpoint = tf.train.Checkpoint(step=tf.Variable(0), model=model, optimizer=optimizer)
manager = tf.train.CheckpointManager(checkpoint, "checkpoints", max_to_keep=3)
checkpoint.restore(manager.latest_checkpoint)
data = tf.data.Dataset.from_tensor_slices(tf.random.normal([1000, 4])).shuffle(100).repeat().batch(10)

start, batches = int(checkpoint.step) if manager.latest_checkpoint else 0, iter(data)
step = start
while step < STEPS:
    step += 1
    x = next(batches)
    checkpoint.step.assign_add(1)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - x) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    if int(checkpoint.step) % 100 == 0:
        manager.save()
