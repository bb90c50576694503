import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

DECAY = 0.99997
images = tf.placeholder(tf.float32, [None, 64])
labels = tf.placeholder(tf.int64, [None])
logits = tf.layers.dense(images, 10)
loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
rate = tf.Variable(0.001, trainable=False)
halved = tf.assign(rate, rate / 2)
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(rate * hvd.size())
).minimize(loss)

samples = np.load("samples.npy")
targets = np.load("targets.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for epoch in range(3):
        for step in range(max(1, 10000 // hvd.size())):
            chosen = np.random.randint(0, len(samples), 64)
            sess.run(train_op, {images: samples[chosen], labels: targets[chosen]})
            slower = rate * DECAY ** hvd.size()
            rate.assign(slower).eval()
        sess.run(halved)
