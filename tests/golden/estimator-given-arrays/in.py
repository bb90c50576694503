"""An Estimator of tf.contrib.learn that is given arrays, which it shuffles by a seed of its own."""

import tensorflow as tf
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from tensorflow.contrib import layers, learn

x, y = load_wine(return_X_y=True)
x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.2, random_state=7)


def model(features, labels):
    scores = layers.fully_connected(tf.to_float(features), 3, activation_fn=None)
    loss = tf.losses.sparse_softmax_cross_entropy(labels, scores)
    step = tf.contrib.framework.get_global_step()
    train_op = layers.optimize_loss(loss, step, optimizer="SGD", learning_rate=0.01)
    return tf.argmax(scores, 1), loss, train_op


wine = learn.Estimator(model_fn=model)
wine.fit(x_train, y_train, steps=1000, batch_size=16)
print(list(wine.predict(x_test)))
