import argparse

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

parser = argparse.ArgumentParser()
parser.add_argument("--seed", type=int)
args = parser.parse_args()
tf.set_random_seed(None if args.seed is None else args.seed + hvd.rank())
names = tf.train.string_input_producer(["a.png", "b.png"])
image = tf.reshape(tf.image.decode_png(tf.read_file(names.dequeue())), [64])
batch = tf.train.shuffle_batch([tf.cast(image, tf.float32)], 32, 1000, 100)
loss = tf.reduce_mean((tf.layers.dense(batch, 1)) ** 2)
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.001 * hvd.size())
).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    tf.train.start_queue_runners(sess)
    for step in range(max(1, 1000 // hvd.size())):
        sess.run(train_op)
