"""The step and the epoch are kept in variables for a checkpoint: they count what one process has done."""

import numpy as np
import tensorflow as tf

x = np.load("x.npy").astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3)
step_var = tf.Variable(0, dtype=tf.int64)
epoch_var = tf.Variable(0, dtype=tf.int64)
progress = tf.Variable(0.0)
ckpt = tf.train.Checkpoint(model=model, step=step_var, epoch=epoch_var)
manager = tf.train.CheckpointManager(ckpt, "ckpt", 3)
ckpt.restore(manager.latest_checkpoint)
dataset = tf.data.Dataset.from_tensor_slices(x).shuffle(1000).batch(16)
step = 0
for epoch in range(10):
    for a in dataset:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(a) ** 2)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        step += 1
        step_var.assign(step)
        if step % 100 == 0:
            manager.save()
    epoch_var.assign(epoch + 1)
