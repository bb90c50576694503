"""Each epoch changes numbers that the steps compute with: there are as many as before."""
import numpy as np
import tensorflow as tf

x = np.load("x.npy").astype("float32")
data = tf.data.Dataset.from_tensor_slices(x).shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
opt = tf.keras.optimizers.Adam(0.001)


def train_step(batch, tau, beta):
    with tf.GradientTape() as tape:
        h = model(batch)
        loss = tf.reduce_mean(tf.nn.softmax(h / tau)) + beta * tf.nn.l2_loss(h)
    opt.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    return loss


tau, beta, noise = 1.0, 0.0, 1.0
for epoch in range(10):
    for batch in data:
        loss = train_step(batch + noise, tau, beta)
    tau *= 0.99
    beta += 1e-4
    noise = noise * 0.99
    print(epoch, float(loss), tau)
