"""Minibatches by a permutation that is drawn in each epoch; an index array says which samples a step takes."""

import numpy as np
import tensorflow as tf

BATCH = 8
rng = np.random.RandomState(4)
samples = rng.normal(size=(101, 6)).astype("float32")
labels = (samples.sum(axis=1) > 0).astype("int32")

model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(2)])
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.SGD(0.05, momentum=0.9)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for epoch in range(4):
    order = np.random.permutation(len(samples))
    total = 0.0
    for step in range(len(samples) // BATCH):
        chosen = order[step * BATCH : (step + 1) * BATCH]
        total += train_step(samples[chosen], labels[chosen]).numpy()
    print(f"epoch {epoch}: {total / (len(samples) // BATCH):.4f}")
