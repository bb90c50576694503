import numpy as np
import tensorflow as tf

data = np.load("samples.npy")
generator = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 8])
z = tf.get_variable("z", [16, 8])
model = tf.layers.Dense(8)
error = tf.reduce_mean(tf.square(model(x) - x))
violation = tf.reduce_mean(tf.square(model(x + z) - x))
train = tf.train.AdamOptimizer(0.01).minimize(error, var_list=model.trainable_variables)
violate = tf.train.AdamOptimizer(0.01).minimize(-violation, var_list=[z])

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        order = generator.permutation(len(data))
        for start in range(0, len(data), 16):
            sess.run(train, feed_dict={x: data[order[start : start + 16]]})
        for step in range(20):
            sess.run(violate, feed_dict={x: data[generator.randint(0, len(data), 16)]})
