import numpy as np
import tensorflow as tf

BATCH = 64
EPOCHS = 30
(x, y), _ = tf.keras.datasets.mnist.load_data()
x = x.reshape(-1, 784).astype("float32") / 255
model = tf.keras.Sequential([tf.keras.layers.Dense(64, activation="relu"), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam()
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
steps = len(x) // BATCH
rates = np.logspace(-3, -5, EPOCHS * steps)
weights = np.linspace(0.0, 1.0, EPOCHS * steps)
temperatures = [max(0.5, 1.0 - 1e-4 * k) for k in range(EPOCHS * steps)]


def train_step(images, labels, weight, temperature):
    with tf.GradientTape() as tape:
        logits = model(images, training=True)
        loss = loss_fn(labels, logits / temperature) + weight * tf.reduce_mean(logits**2)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


step = 0
for epoch in range(EPOCHS):
    order = np.random.permutation(len(x))
    for i in range(steps):
        batch = order[i * BATCH : (i + 1) * BATCH]
        optimizer.learning_rate.assign(rates[step])
        loss = train_step(x[batch], y[batch], weights[step], temperatures[step])
        step += 1
    print(epoch, float(loss))
