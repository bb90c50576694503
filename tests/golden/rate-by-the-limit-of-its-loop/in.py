import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=1000)
parser.add_argument("--warm", type=int, default=100)
args = parser.parse_args()
samples = np.load("samples.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
for step in range(args.steps):
    batch = samples[np.random.randint(0, len(samples), 32)]
    if step < args.warm:
        optimizer.learning_rate = 0.1 * (step + 1) / args.warm
    else:
        optimizer.learning_rate = 0.1 * (1 - (step - args.warm) / (args.steps - args.warm)) ** 0.9
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
