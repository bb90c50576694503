import numpy as np
import tensorflow as tf

inputs, targets = np.load("inputs.npy"), np.load("targets.npy")
data = tf.data.Dataset.from_tensor_slices((inputs, targets)).shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001)
writer = tf.summary.create_file_writer("logs")

checkpoint = tf.train.Checkpoint(step=tf.Variable(0), model=model, optimizer=optimizer)
manager = tf.train.CheckpointManager(checkpoint, "checkpoints", max_to_keep=3)
checkpoint.restore(manager.latest_checkpoint)

step = tf.cast(checkpoint.step, tf.int64)
for epoch in range(10):
    for step, (x, y) in data.enumerate(start=step):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - y) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        with writer.as_default():
            tf.summary.scalar("loss", loss, step=step)
        if step % 100 == 0:
            manager.save()
        checkpoint.step.assign_add(1)
