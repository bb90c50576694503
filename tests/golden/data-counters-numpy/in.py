"""Periods by NumPy's remainder, of the second turn, and one step for several others."""
import numpy as np
import tensorflow as tf

SAMPLE_EVERY = 100
CRITIC_STEPS = 5
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
critic = tf.keras.Sequential([tf.keras.layers.Dense(1)])
critic.compile("sgd", "mse")
data = np.random.rand(1000, 4)

for step in range(1, 5001):
    chosen = np.random.randint(0, 1000, 32)
    critic.train_on_batch(data[chosen], data[chosen, :1])
    if step % CRITIC_STEPS == 0:
        model.train_on_batch(data[chosen], data[chosen, :1])
    if np.mod(step, SAMPLE_EVERY) == 1:
        print(step, model.predict(data[:1]))
    if np.mod(step, 500) == 0:
        model.save("model.h5")
