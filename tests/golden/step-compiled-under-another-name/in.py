import numpy as np
import tensorflow as tf


def train_step(model, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def halved(rate, epoch):
    return rate / 2 ** (epoch // 3)


def main():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.Adam()
    data = tf.data.Dataset.from_tensor_slices((np.load("x.npy"), np.load("y.npy"))).shuffle(1000).batch(10)
    compiled = tf.function(train_step)
    for epoch in range(5):
        optimizer.lr.assign(halved(0.1, epoch))
        for x, y in data:
            loss = compiled(model=model, optimizer=optimizer, x=x, y=y)
        print(epoch, loss.numpy())


main()
