"""Operations that each step of a graph runs anneal variables; a moving mean of what is seen is none of them."""
import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 10])
tau = tf.Variable(1.0, trainable=False)
beta = tf.Variable(0.0, trainable=False)
h = tf.layers.dense(x, 4)
loss = tf.reduce_mean(tf.nn.softmax(h / tau)) + beta * tf.nn.l2_loss(h)
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
mean = tf.Variable(0.0, trainable=False)
follow = tf.assign(mean, mean * 0.99 + loss * 0.01)
cool = tau.assign(tau * 0.9999 ** hvd.size())
warm = tf.assign_add(beta, 1e-4 * hvd.size())
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for i in range(max(1, 10000 // hvd.size())):
        rows = np.random.randint(0, len(samples), 32)
        session.run([train, cool, warm, follow], {x: samples[rows]})
