"""A monitored session over a finite data set, without hooks of its own."""
import numpy as np
import tensorflow.compat.v1 as tf
tf.disable_v2_behavior()

values = np.random.RandomState(41).randn(203, 6).astype("float32")
dataset = tf.data.Dataset.from_tensor_slices(values).batch(7).repeat(2)
batch = tf.data.make_one_shot_iterator(dataset).get_next()

code = tf.layers.dense(batch, 3, activation=tf.nn.tanh, name="encode")
decoded = tf.layers.dense(code, 6, name="decode")
loss = tf.reduce_mean(tf.square(decoded - batch))
step = tf.train.get_or_create_global_step()
train = tf.train.AdagradOptimizer(0.1).minimize(loss, global_step=step)

with tf.train.MonitoredTrainingSession() as sess:
    while not sess.should_stop():
        _, value, number = sess.run([train, loss, step])
        if number % 20 == 0:
            print("step %d loss %.4f" % (number, value))
