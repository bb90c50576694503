"""Gradients of four batches accumulated before each step."""
import numpy as np
import tensorflow as tf

ACCUMULATE = 4

rng = np.random.default_rng(2)
x = rng.normal(size=(256, 10)).astype("float32")
y = rng.integers(0, 3, size=256)

model = tf.keras.Sequential([
    tf.keras.layers.Dense(20, activation="relu", input_shape=(10,)),
    tf.keras.layers.Dense(3),
])
optimizer = tf.keras.optimizers.SGD(learning_rate=0.1)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(8, drop_remainder=True)

accumulated = [tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables]
for epoch in range(4):
    for i, (bx, by) in enumerate(dataset):
        with tf.GradientTape() as tape:
            loss = loss_fn(by, model(bx, training=True)) / ACCUMULATE
        gradients = tape.gradient(loss, model.trainable_variables)
        for total, gradient in zip(accumulated, gradients):
            total.assign_add(gradient)
        if (i + 1) % ACCUMULATE == 0:
            optimizer.apply_gradients(zip(accumulated, model.trainable_variables))
            for total in accumulated:
                total.assign(tf.zeros_like(total))
    tf.print("epoch", epoch, "loss", loss * ACCUMULATE)
