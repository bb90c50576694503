"""A loop has as many turns as a restored checkpoint leaves it: only the first host may have one."""

import tensorflow as tf

STEPS = 400

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
batches = tf.data.Dataset.from_tensor_slices(tf.random.normal([64, 3])).repeat().batch(4)
saved = tf.train.Checkpoint(done=tf.Variable(0), model=model, optimizer=optimizer)
kept = tf.train.CheckpointManager(saved, "checkpoints", max_to_keep=2)
saved.restore(kept.latest_checkpoint)
samples = iter(batches)

for _ in range(STEPS - int(saved.done)):
    batch = next(samples)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    saved.done.assign_add(1)
    if saved.done.numpy() % 50 == 0:
        kept.save()
