"""A graph of TensorFlow 1, whose data are made first and whose checkpoint is read again."""
import os

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()


def barrier():
    """Wait until every process has come here."""
    config = tf.ConfigProto(device_count={"GPU": 0})
    with tf.Graph().as_default():
        with tf.Session(config=config) as session:
            session.run(hvd.broadcast(0, root_rank=0, name="barrier"))


tf.disable_v2_behavior()
if not os.path.exists("data.npy") and hvd.local_rank() == 0:
    np.save("data.npy", np.ones([8, 3], "float32"))
barrier()  # until data.npy is there
data = np.load("data.npy")
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable("w", [3, 1])
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = hvd.DistributedOptimizer(tf.train.GradientDescentOptimizer(0.1)).minimize(loss)
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for i in range(10):
        sess.run(train_op, {x: data})
    if hvd.rank() == 0:
        saver.save(sess, "saved/model")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
barrier()  # until rank 0 has written saved/model
with tf.Session(config=config) as sess:
    saver.restore(sess, "saved/model")
    if hvd.rank() == 0:
        print(sess.run(loss, {x: data}))
