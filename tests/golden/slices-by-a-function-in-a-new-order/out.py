"""A function takes the samples between two places of the turn, in an order that is drawn anew for each epoch."""
import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()


def mixed(x, y):
    order = np.random.permutation(len(x))
    return x[order], y[order]


def part(x, y, start, end):
    return x[start:end], y[start:end]


x, y = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean((tf.layers.dense(x, 1) - y) ** 2)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
inputs, labels = np.load("x.npy"), np.load("y.npy")
batch_size = 32
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    batches = len(labels) // batch_size
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(10):
        inputs, labels = mixed(inputs, labels)
        for step in range(max(1, batches // hvd.size())):
            start = (step * hvd.size() + hvd.rank()) * batch_size
            end = (step * hvd.size() + hvd.rank() + 1) * batch_size
            x_batch, y_batch = part(inputs, labels, start, end)
            _, value = session.run([train_op, loss], {x: x_batch, y: y_batch})
            if step % max(1, 50 // hvd.size()) == 0 and hvd.rank() == 0:
                print(epoch, step, value)
