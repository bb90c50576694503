"""Loops that are left early, and steps that are passed over: by a loss, by patience, by the time, by chance, by a library."""
import time

import plateaus
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3)
train_loss, val_loss = tf.keras.metrics.Mean(), tf.keras.metrics.Mean()
train = tf.data.Dataset.from_tensor_slices(tf.random.stateless_normal([64, 2], seed=[1, 2])).batch(8)
val = tf.data.Dataset.from_tensor_slices(tf.random.stateless_normal([64, 2], seed=[1, 2])).batch(8)


class Stopper:
    def __init__(self):
        self.best, self.wait = 1e9, 0

    def update(self, loss):
        if loss < self.best:
            self.best, self.wait = loss, 0
        else:
            self.wait += 1
        return self.wait > 3


@tf.function
def step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    train_loss(loss)
    return loss


def fit(epochs, seconds=100):
    best, wait = 1e9, 0
    start = time.time()
    stopper = Stopper()
    for epoch in range(epochs):
        for x in train:
            loss = step(x)
            if tf.math.is_nan(loss):
                return "not a number"
        if train_loss.result() < 0.01:
            break
        for x in val:
            val_loss(tf.reduce_mean(model(x) ** 2))
        if val_loss.result() < best:
            best, wait = val_loss.result(), 0
        else:
            wait += 1
            if wait > 3:  # agreed already, since the test around it is
                print("stopping early")
                break
        if time.time() - start > seconds: print("time is over"); break
        if stopper.update(val_loss.result()):
            break
        if epoch >= 10 or optimizer.iterations.numpy() > 1000:
            break


fit(10)

best, wait = 1e9, 0
for epoch in range(20):
    for x in train:
        loss = step(x)
    if loss < best:
        best, wait = loss, 0
    else:
        wait += 1
    if wait > 3:
        break

loss, n = 1.0, 0
while (loss > 0.1
       and n < 100):
    for x in train:
        loss = step(x)
    n += 1

watch = plateaus.Watch(patience=3)
for turn in range(100):
    loss = step(tf.random.normal([8, 2]))
    if watch.is_over(loss):
        break

turn, loss = 0, 1.0
for x in train:
    if loss > 0.1:
        loss = step(x)
    turn += 1
    if turn % 3 == 0 or tf.equal(turn, 7):
        step(x)
    if tf.random.uniform([]) < 0.5:
        step(x)
