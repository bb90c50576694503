import argparse
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

parser = argparse.ArgumentParser()
parser.add_argument("--warm", type=int, default=0)
args = parser.parse_args()
images = np.load("images.npy")
x = tf.placeholder(tf.float32, [None, 784])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 784) - x))
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.001 * hvd.size())
).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(args.warm and max(1, args.warm // hvd.size())):
        sess.run(train_op, {x: images[np.random.choice(len(images), 32)]})
    for step in range(max(1, 1000 // hvd.size())):
        sess.run(train_op, {x: images[np.random.choice(len(images), 32)]})
