"""What is saved beside the script is looked for in the folder that it runs in."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def barrier():
    """Wait until every process has come here."""
    config = tf.ConfigProto(device_count={"GPU": 0})
    with tf.Graph().as_default():
        with tf.Session(config=config) as session:
            session.run(hvd.broadcast(0, root_rank=0, name="barrier"))


data = np.load("data.npz")
x = tf.placeholder(tf.float32, [None, 64])
y = tf.placeholder(tf.int64, [None])
logits = tf.layers.dense(x, 10)
loss = tf.losses.sparse_softmax_cross_entropy(y, logits)
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.001 * hvd.size())
).minimize(loss)
accuracy = tf.reduce_mean(tf.to_float(tf.equal(tf.argmax(logits, 1), y)))
saver = tf.train.Saver()

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 1000 // hvd.size())):
        rows = np.random.randint(0, len(data["x"]), 128)
        sess.run(train_op, {x: data["x"][rows], y: data["y"][rows]})
    if hvd.rank() == 0:
        saver.save(sess, "./lenet")
        print("Model saved")

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
barrier()  # until rank 0 has written ./lenet
with tf.Session(config=config) as sess:
    saver.restore(sess, tf.train.latest_checkpoint("."))
    if hvd.rank() == 0:
        print(
            "Accuracy:",
            sess.run(accuracy, {x: data["test_x"], y: data["test_y"]}),
        )
