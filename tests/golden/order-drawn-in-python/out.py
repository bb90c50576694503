"""What is trained on is chosen by the generator that Python code draws from for each sample of a process."""
import numpy as np
import tensorflow as tf

names = np.load("names.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.Adam(0.001)


def read(name):
    values = np.load(name.numpy().decode())
    return values + np.random.normal(size=4) if np.random.uniform() < 0.5 else values


def choose():
    return names[np.random.choice(len(names), 3200)]


for part in range(100):
    data = tf.data.Dataset.from_tensor_slices(choose())
    data = data.map(lambda name: tf.py_function(read, [name], tf.float32)).batch(32)
    for x in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
