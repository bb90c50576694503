import numpy as np
import tensorflow as tf


class WarmUp:
    def __init__(self, top, steps):
        self.top, self.steps, self.taken = top, steps, 0

    def __call__(self):
        self.taken += 1
        return self.top * min(1.0, self.taken / self.steps)


class Halving:
    def __init__(self, top):
        self.top, self.epochs = top, 0

    def next(self):
        self.epochs += 1
        return self.top * 0.5**self.epochs


samples, labels = np.load("samples.npy").astype("float32"), np.load("labels.npy")
data = tf.data.Dataset.from_tensor_slices((samples, labels)).shuffle(500).batch(16)
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
optimizer, other = tf.keras.optimizers.Adam(1e-3), tf.keras.optimizers.SGD(0.1)
cross_entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
warm_up, halving = WarmUp(0.1, 1000), Halving(0.2)
for epoch in range(30):
    for x, y in data:
        rate = warm_up()
        optimizer.learning_rate.assign(rate)
        with tf.GradientTape() as tape:
            loss = cross_entropy(y, model(x, training=True))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    optimizer.beta_1 = 0.9
for epoch in range(10):
    other.learning_rate = halving.next()
    for x, y in data:
        with tf.GradientTape() as tape:
            loss = cross_entropy(y, model(x, training=True))
        other.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
