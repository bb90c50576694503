"""An eager loop that sets its rate by a variable to which each step adds one."""
import numpy as np
import tensorflow as tf

EPOCHS, BATCH = 10, 32
x = np.load("data.npy")
dataset = tf.data.Dataset.from_tensor_slices(x).shuffle(1000).batch(BATCH)
per_epoch = len(x) // BATCH
warmup, total = 2 * per_epoch, EPOCHS * per_epoch
steps = tf.Variable(0, trainable=False, dtype=tf.int64)
model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
optimizer = tf.keras.optimizers.Adam()


def train_step(batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(batch) - batch) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    steps.assign_add(1)
    if steps < warmup:
        rate = 1e-3 * steps / warmup
    else:
        rate = 5e-4 * (1 + tf.cos(np.pi * (steps - warmup) / (total - warmup)))
    optimizer.learning_rate.assign(rate)
    tf.print("step", steps, "of", total, "loss", loss)


for epoch in range(EPOCHS):
    for batch in dataset:
        train_step(batch)
