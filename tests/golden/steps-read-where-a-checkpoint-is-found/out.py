import argparse

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=100000)
parser.add_argument("--resume", action="store_true")
args = parser.parse_args()
images = np.load("images.npy")
x = tf.placeholder(tf.float32, [None, 784])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 784) - x))
global_step = tf.Variable(0, trainable=False, name="global_step")
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.001 * hvd.size())
).minimize(loss, global_step=global_step)
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    step = 0
    sess.run(tf.global_variables_initializer())
    newest = tf.train.latest_checkpoint("checkpoints")
    if newest:
        saver.restore(sess, newest)
        step = sess.run(global_step)
    sess.run(hvd.broadcast_global_variables(0))
    step = int(sess.run(hvd.broadcast(step, root_rank=0, name="step")))  # where rank 0 goes on
    while step < max(1, args.steps // hvd.size()):
        step += 1
        sess.run(train_op, {x: images[np.random.choice(len(images), 32)]})
        if step % max(1, 1000 // hvd.size()) == 0 and hvd.rank() == 0:
            saver.save(sess, "checkpoints/model", global_step=global_step)
