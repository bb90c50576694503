"""Steps that are numbered through all epochs, and a number of steps that are taken beyond those before."""
import numpy as np
import tensorflow as tf

per_epoch = 100
x = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.1)


def take(step):
    with tf.GradientTape() as tape:
        loss = (x - np.random.randn()) ** 2
    optimizer.apply_gradients([(tape.gradient(loss, x), x)])


for epoch in range(10):
    for step in range(epoch * per_epoch, (epoch + 1) * per_epoch):
        take(step)
    first = epoch * per_epoch
    last = first + per_epoch
    for step in range(first, last):
        take(step)
done = int(open("step.txt").read())
for step in range(done, done + per_epoch):
    take(step)
for step in range(done, 1000):
    take(step)
