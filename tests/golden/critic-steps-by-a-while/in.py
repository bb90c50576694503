"""A critic takes as many steps in a turn as a `while` counts: that number, and the period that tells it, stay."""
import numpy as np
import tensorflow as tf

samples = np.load("samples.npy").astype("float32")
model, critic = tf.keras.Sequential([tf.keras.layers.Dense(8)]), tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer, of_critic = tf.keras.optimizers.RMSprop(5e-5), tf.keras.optimizers.RMSprop(5e-5)
for turn in range(10000):
    times = 100 if turn < 25 or turn % 500 == 0 else 5
    taken = 0
    while taken < times:
        batch = samples[np.random.randint(0, len(samples), 64)]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(critic(model(tf.random.normal([64, 4])))) - tf.reduce_mean(critic(batch))
        of_critic.apply_gradients(zip(tape.gradient(loss, critic.trainable_variables), critic.trainable_variables))
        taken += 1
    again = 0
    while again < 2:
        with tf.GradientTape() as tape:
            loss = -tf.reduce_mean(critic(model(tf.random.normal([64, 4]))))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        again += 1
    if turn % 100 == 0:
        print(turn, float(loss))
