"""Two datasets begin alike, and a handle says which of them a graph reads: what is validated on stays whole."""

import numpy as np
import tensorflow as tf

train, validation = np.load("train.npz"), np.load("validation.npz")
samples = tf.placeholder(tf.float32, [None, 32])
dataset = tf.data.Dataset.from_tensor_slices(samples)
for_training = dataset.shuffle(10000).batch(64)
for_validation = dataset.batch(64)
handle = tf.placeholder(tf.string, [])
iterator = tf.data.Iterator.from_string_handle(handle, for_training.output_types, for_training.output_shapes)
training_iterator = for_training.make_initializable_iterator()
validation_iterator = for_validation.make_initializable_iterator()
loss = tf.reduce_mean(tf.layers.dense(iterator.get_next(), 1) ** 2)
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    trained, validated = sess.run([training_iterator.string_handle(), validation_iterator.string_handle()])
    for epoch in range(10):
        sess.run(training_iterator.initializer, {samples: train["x"]})
        while True:
            try:
                sess.run(train_op, {handle: trained})
            except tf.errors.OutOfRangeError:
                break
        sess.run(validation_iterator.initializer, {samples: validation["x"]})
        losses = [sess.run(loss, {handle: validated}) for _ in range(len(validation["x"]) // 64)]
        print(epoch, np.mean(losses))
