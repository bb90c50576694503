"""A rate that falls by the passes over the data, which a variable of their own counts."""

import tensorflow as tf

dataset = tf.data.TFRecordDataset("faces.tfrecords").map(tf.io.decode_raw).batch(32)
iterator = dataset.make_initializable_iterator()
images = iterator.get_next()
passes = tf.Variable(-1, name="passes", trainable=False)
steps = tf.Variable(0, name="steps", trainable=False)
rate = tf.train.piecewise_constant(passes, boundaries=[4, 7], values=[0.1, 0.01, 0.001])
loss = tf.reduce_mean(tf.layers.dense(images, 1) ** 2)
train_op = tf.train.MomentumOptimizer(rate, 0.9).minimize(loss)
next_pass = tf.assign_add(passes, 1)
next_step = tf.assign_add(steps, 1)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(12):
        sess.run(iterator.initializer)
        sess.run(next_pass)
        while True:
            try:
                sess.run([train_op, next_step])
            except tf.errors.OutOfRangeError:
                break
