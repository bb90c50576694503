import numpy as np
import tensorflow as tf

samples = tf.data.Dataset.from_tensor_slices(np.load("samples.npy")).shuffle(1000).repeat().batch(32)
loss = tf.reduce_mean(tf.layers.dense(samples.make_one_shot_iterator().get_next(), 1) ** 2)
step = tf.train.get_or_create_global_step()
warm = tf.minimum(1.0, tf.cast(tf.train.get_global_step(), tf.float32) / 500)
rate, decay = [tf.placeholder(tf.float32, []) for _ in range(2)]
train = tf.train.AdamOptimizer(rate * decay * warm).minimize(loss, step)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for turn in range(5000):
        fed = {rate: 0.1 / (1 + session.run(step) / 100), decay: 0.9 ** (tf.train.global_step(session, step) / 1000)}
        session.run(train, feed_dict=fed)
        if session.run(step) % 100 == 0:
            print(session.run(loss))
