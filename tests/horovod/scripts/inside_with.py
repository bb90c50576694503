"""Gradients that are taken while their tape still records, as many tutorials do."""
import numpy as np
import tensorflow as tf

rng = np.random.RandomState(73)
samples = rng.rand(120, 6).astype("float32")
targets = (samples.sum(axis=1, keepdims=True) > 3).astype("float32")
batches = tf.data.Dataset.from_tensor_slices((samples, targets)).batch(6)

model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(learning_rate=0.01)
loss_of = tf.keras.losses.BinaryCrossentropy(from_logits=True)
scale = tf.Variable(1.0)
scale_optimizer = tf.keras.optimizers.SGD(0.1)

for epoch in range(3):
    for x, y in batches:
        with tf.GradientTape() as tape:
            loss = loss_of(y, model(x, training=True))
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        with tf.GradientTape() as tape:
            tape.watch(scale)
            error = tf.reduce_mean((scale * model(x) - y) ** 2)
            gradient = tape.gradient(error, scale)
        scale_optimizer.apply_gradients([(gradient, scale)])
    print("epoch %d: loss %.4f, scale %.4f" % (epoch + 1, float(loss), float(scale)))
