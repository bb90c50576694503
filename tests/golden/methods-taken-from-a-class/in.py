import numpy as np
import tensorflow as tf

BATCH = 16


class Graphs:
    def loss(logits, labels, weights):
        errors = tf.nn.softmax_cross_entropy_with_logits(logits=logits, labels=labels)
        return tf.reduce_mean(errors * weights)

    def training(loss, rate, decay):
        decayed = tf.add_n([tf.nn.l2_loss(each) for each in tf.trainable_variables()]) * decay
        return tf.train.AdamOptimizer(learning_rate=rate).minimize(loss + decayed)


class Layers(Graphs):
    def logits(inputs, classes):
        return tf.layers.dense(inputs, classes)


model = Layers
features, labels = np.load("features.npy"), np.load("labels.npy")
inputs = tf.placeholder(tf.float32, [None, 8])
wanted = tf.placeholder(tf.float32, [None, labels.shape[1]])
weights = tf.placeholder(tf.float32, [])
loss = model.loss(model.logits(inputs, labels.shape[1]), wanted, weights)
train_op = model.training(loss, 0.005, 0.0005)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(20):
        step = 0
        while step * BATCH < len(features):
            session.run(
                train_op,
                feed_dict={
                    inputs: features[step * BATCH : (step + 1) * BATCH],
                    wanted: labels[step * BATCH : (step + 1) * BATCH],
                    weights: 1.0,
                },
            )
            step += 1
