import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def rate_at(step):
    return 0.1 * 0.99**step


images = np.load("i.npy")
x = tf.placeholder(tf.float32, [None, 4])
rate = tf.placeholder(tf.float32, [])
w = tf.Variable(tf.zeros([4, 1]))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(rate * hvd.size())
).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
sess = tf.Session(config=config)
sess.run(tf.global_variables_initializer())
sess.run(hvd.broadcast_global_variables(0))
feed = dict()
for epoch in range(10):
    for iters in range(max(1, 100 // hvd.size())):
        samples = images[np.random.choice(len(images), 8)]
        feed[x] = samples
        feed[rate] = rate_at(iters * hvd.size())
        sess.run(train_op, feed_dict=feed)
