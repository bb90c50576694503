"""A loop counts its turns on from the number that its checkpoint has kept, and is left by that number."""
import tensorflow as tf

STEPS = 400
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
batches = tf.data.Dataset.from_tensor_slices(tf.random.normal([64, 3])).repeat().batch(4)
saved = tf.train.Checkpoint(done=tf.Variable(0), model=model, optimizer=optimizer)
kept = tf.train.CheckpointManager(saved, "checkpoints", max_to_keep=2)
saved.restore(kept.latest_checkpoint)
turn = saved.done.numpy()
for batch in batches:
    if turn > STEPS:
        break
    saved.done.assign_add(1)
    turn += 1
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    if turn % 50 == 0:
        kept.save()
