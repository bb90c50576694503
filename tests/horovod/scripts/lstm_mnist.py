"""An LSTM over the rows of digit-like images."""
from __future__ import absolute_import, division, print_function

import numpy as np
import tensorflow as tf
from tensorflow.keras import Model, layers

num_classes = 5
learning_rate = 0.01
batch_size = 24
num_units = 16


def load_digits():
    rng = np.random.RandomState(3)
    images = rng.rand(245, 12, 12)
    labels = rng.randint(0, num_classes, size=245)
    return np.array(images, np.float32), np.array(labels, np.int64)


x_train, y_train = load_digits()
train_data = tf.data.Dataset.from_tensor_slices((x_train, y_train))
train_data = train_data.shuffle(5000, seed=1).batch(batch_size)


class LSTM(Model):
    def __init__(self):
        super(LSTM, self).__init__()
        self.lstm_layer = layers.LSTM(units=num_units)
        self.out = layers.Dense(num_classes)

    def call(self, x, is_training=False):
        x = self.lstm_layer(x)
        x = self.out(x)
        if not is_training:
            x = tf.nn.softmax(x)
        return x


lstm_net = LSTM()
optimizer = tf.optimizers.SGD(learning_rate, momentum=0.9)


def cross_entropy_loss(x, y):
    y = tf.cast(y, tf.int64)
    loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=x)
    return tf.reduce_mean(loss)


def run_optimization(x, y):
    with tf.GradientTape() as g:
        pred = lstm_net(x, is_training=True)
        loss = cross_entropy_loss(pred, y)
    trainable_variables = lstm_net.trainable_variables
    gradients = g.gradient(loss, trainable_variables)
    optimizer.apply_gradients(zip(gradients, trainable_variables))
    return loss


step = 0
for epoch in range(2):
    for batch_x, batch_y in train_data:
        loss = run_optimization(batch_x, batch_y)
        step += 1
        if step % 5 == 0:
            print("step: %i, loss: %f" % (step, loss))

lstm_net.save_weights("lstm/weights")
