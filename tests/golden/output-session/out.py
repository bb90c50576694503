# TensorFlow 1 in one session.
import os
import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()

if not os.path.exists("saved") and hvd.rank() == 0:
    os.makedirs("saved")

x = tf.placeholder(tf.float32, [None, 2])
y = tf.placeholder(tf.float32, [None, 1])
prediction = tf.layers.dense(x, 1)
loss = tf.reduce_mean(tf.square(prediction - y))
train_op = hvd.DistributedOptimizer(
    tf.train.GradientDescentOptimizer(0.1)
).minimize(loss)
tf.summary.scalar("loss", loss)
merged = tf.summary.merge_all()
saver = tf.train.Saver()
writer = tf.summary.FileWriter("logs") if hvd.rank() == 0 else None
data = np.ones([16, 2], np.float32)
feed = {x: data, y: data[:, :1]}

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    if hvd.rank() == 0:
        writer.add_graph(sess.graph)
    for step in range(4):
        _, value = sess.run([train_op, loss], feed_dict=feed)
        if step % 2 == 0:
            if hvd.rank() == 0:
                print("step", step, "loss", sess.run(loss, feed_dict=feed))
            sess_run = sess.run([train_op, loss], feed)[1]
            if hvd.rank() == 0:
                print(sess_run)
            summary = sess.run(merged, feed_dict=feed)
            if hvd.rank() == 0:
                writer.add_summary(summary, step)
                writer.flush()
    if hvd.rank() == 0:
        save_path = saver.save(sess, "saved/model.ckpt")
        print("saved in %s" % save_path)
if hvd.rank() == 0:
    writer.close()
