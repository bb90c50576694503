import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=1000, help="how many steps to train in this run")
parser.add_argument("--tuning-steps", type=int, default=100)
parser.add_argument("--weights", help="weights to go on with: their name is the number of the last step")
args = parser.parse_args()

inputs, targets = np.load("inputs.npy"), np.load("targets.npy")
data = iter(tf.data.Dataset.from_tensor_slices((inputs, targets)).shuffle(1000).repeat().batch(32))
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001)


def take_step():
    x, y = next(data)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


def train(steps, start):
    for step in range(start, steps + start + 1):
        take_step()


def tune(steps, start):
    end = start + steps
    for step in range(start, end):
        take_step()


if args.weights:
    model.load_weights(args.weights)
start = int(args.weights) if args.weights else 1
train(args.steps, start)
tune(args.tuning_steps, start + args.steps)
