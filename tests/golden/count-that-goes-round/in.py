"""An object counts the steps for its messages, and begins anew by a remainder when all are done."""

import tensorflow as tf


class Meter:
    def __init__(self, total):
        self.total, self.completed = total, 0

    def update(self, loss):
        self.completed += 1
        if self.completed > self.total:
            self.completed = self.completed % self.total
        print("%d of %d: %.3f" % (self.completed, self.total, loss))


data = tf.data.TFRecordDataset("train.tfrecord").map(lambda each: tf.io.decode_raw(each, tf.float32))
data = data.shuffle(10000).repeat().batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)
meter = Meter(1000)
for x in data.take(5000):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    meter.update(float(loss))
