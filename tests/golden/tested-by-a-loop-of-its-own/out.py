import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

images = np.load("images.npy")
tests = np.load('tests.npy')
x = tf.placeholder(tf.float32, [None, 784])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 784) - x))
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.001 * hvd.size())
).minimize(loss)
size = 32
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
sess = tf.Session(config=config)
sess.run(tf.global_variables_initializer())
sess.run(hvd.broadcast_global_variables(0))
steps = 1
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
for epoch in range(20):
    batch = 0
    while (batch + 1) * size < max(1, images.shape[0] // hvd.size()):
        part = images[shard][batch * size : (batch + 1) * size, :]
        _, value = sess.run([train_op, loss], feed_dict={x: part})
        if steps % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
            print(epoch, batch, value)
        batch += 1
        if steps % max(1, 100 // hvd.size()) == 0:
            other = 0
            while (other + 1) * size < tests.shape[0]:
                part = tests[other * size : (other + 1) * size, :]
                if hvd.rank() == 0:
                    print(sess.run(loss, feed_dict={x: part}))
                other += 1
        steps += 1
