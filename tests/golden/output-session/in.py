# TensorFlow 1 in one session.
import os
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

if not os.path.exists("saved"):
    os.makedirs("saved")

x = tf.placeholder(tf.float32, [None, 2])
y = tf.placeholder(tf.float32, [None, 1])
prediction = tf.layers.dense(x, 1)
loss = tf.reduce_mean(tf.square(prediction - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
tf.summary.scalar("loss", loss)
merged = tf.summary.merge_all()
saver = tf.train.Saver()
writer = tf.summary.FileWriter("logs")
data = np.ones([16, 2], np.float32)
feed = {x: data, y: data[:, :1]}

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    writer.add_graph(sess.graph)
    for step in range(4):
        _, value = sess.run([train_op, loss], feed_dict=feed)
        if step % 2 == 0:
            print("step", step, "loss", sess.run(loss, feed_dict=feed))
            print(sess.run([train_op, loss], feed)[1])
            summary = sess.run(merged, feed_dict=feed)
            writer.add_summary(summary, step)
            writer.flush()
    save_path = saver.save(sess, "saved/model.ckpt")
    print("saved in %s" % save_path)
writer.close()
