import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

data = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 8) - x))
train = hvd.DistributedOptimizer(
    tf.train.GradientDescentOptimizer(0.1 * hvd.size())
).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in xrange(max(1, 1000 // hvd.size())):
        batch = data[np.random.choice(len(data), 32)]
        sess.run(train, feed_dict={x: batch})
        if step % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
            print(step)
