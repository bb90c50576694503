"""An Estimator of tf.contrib.learn that is given the size of its batches by an option: they are no whole set."""
import argparse

import tensorflow as tf
from sklearn.datasets import load_wine
from tensorflow.contrib import layers, learn

parser = argparse.ArgumentParser()
parser.add_argument("--batch-size", type=int, default=16)
args = parser.parse_args()
x, y = load_wine(return_X_y=True)


def model(features, labels):
    scores = layers.fully_connected(tf.to_float(features), 3, activation_fn=None)
    loss = tf.losses.sparse_softmax_cross_entropy(labels, scores)
    step = tf.contrib.framework.get_global_step()
    return tf.argmax(scores, 1), loss, layers.optimize_loss(loss, step, optimizer="SGD", learning_rate=0.01)


wine = learn.Estimator(model_fn=model)
wine.fit(x, y, steps=1000, batch_size=args.batch_size)
