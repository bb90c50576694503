"""Words without a vector get one by chance, and all vectors are a constant of the graph."""
import json

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def vectors_of(words, known):
    vectors = {}
    for word in words:
        vectors[word] = known[word] if word in known else np.random.uniform(-0.25, 0.25, 16)
    return vectors


words = json.load(open("words.json"))
vectors = vectors_of(words, json.load(open("vectors.json")))
table = np.array([vectors[word] for word in words])
x, y = np.load("x.npy"), np.load("y.npy")
inputs, labels = tf.placeholder(tf.int32, [None]), tf.placeholder(tf.float32, [None, 1])
embedded = tf.nn.embedding_lookup(tf.constant(table, tf.float32), inputs)
loss = tf.reduce_mean((tf.layers.dense(embedded, 1) - labels) ** 2)
train_op = tf.train.AdamOptimizer(0.01).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for start in range(0, len(x), 32):
        session.run(train_op, {inputs: x[start:start + 32], labels: y[start:start + 32]})
