"""Functions that a loop runs end the program, or take one step or another, by what a process has measured: rank 0 decides."""

import sys

import numpy as np
import tensorflow as tf

x, y = np.load("x.npy").astype("float32"), np.load("y.npy")
x_val, y_val = np.load("x_val.npy").astype("float32"), np.load("y_val.npy")
data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(10000).batch(64)
model = tf.keras.Sequential([tf.keras.layers.Dense(64, activation="relu"), tf.keras.layers.Dense(10)])
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
fast, slow = tf.keras.optimizers.SGD(0.1), tf.keras.optimizers.SGD(0.01)


def accuracy():
    return np.mean(np.argmax(model(x_val), axis=1) == y_val)


def train_epoch():
    calm = accuracy() > 0.9
    for images, labels in data:
        with tf.GradientTape() as tape:
            loss = loss_fn(labels, model(images, training=True))
        gradients = tape.gradient(loss, model.trainable_variables)
        if calm:
            slow.apply_gradients(zip(gradients, model.trainable_variables))
        else:
            fast.apply_gradients(zip(gradients, model.trainable_variables))


def end_when_good():
    reached = accuracy()
    print("accuracy", reached)
    if reached > 0.98:
        model.save_weights("good.h5")
        sys.exit()


for _ in range(100):
    train_epoch()
    end_when_good()
