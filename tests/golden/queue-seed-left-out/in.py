import argparse

import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--seed", type=int)
args = parser.parse_args()
tf.set_random_seed(args.seed)
names = tf.train.string_input_producer(["a.png", "b.png"])
image = tf.reshape(tf.image.decode_png(tf.read_file(names.dequeue())), [64])
batch = tf.train.shuffle_batch([tf.cast(image, tf.float32)], 32, 1000, 100)
loss = tf.reduce_mean((tf.layers.dense(batch, 1)) ** 2)
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    tf.train.start_queue_runners(sess)
    for step in range(1000):
        sess.run(train_op)
