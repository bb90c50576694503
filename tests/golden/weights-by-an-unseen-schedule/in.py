import numpy as np
import tensorflow as tf


@tf.function
def train_step(batch, rate):
    with tf.GradientTape() as tape:
        x, y = batch
        loss = tf.reduce_mean((model(x) - y) ** 2) * rate
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    return loss


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3)
from other import schedule
data = tf.data.Dataset.from_tensor_slices((np.load("x.npy"), np.load("y.npy"))).shuffle(1000).batch(32).repeat(10)
for turn, batch in enumerate(data):
    rate = schedule(turn)
    loss = train_step(batch, rate)
    if turn % 100 == 0:
        print(float(loss))
