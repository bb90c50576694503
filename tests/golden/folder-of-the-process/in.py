import json
import os

import numpy as np
import tensorflow as tf

FOLDER = "runs"
FOLDER = os.path.join(FOLDER, str(os.getpid()))
if not os.path.exists(FOLDER):
    os.makedirs(FOLDER)

samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, samples.shape[1]])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
tf.summary.scalar("loss", loss)
merged = tf.summary.merge_all()
train_op = tf.train.AdamOptimizer(1e-3).minimize(loss)
saver = tf.train.Saver()

with tf.Session() as sess:
    writer = tf.summary.FileWriter(FOLDER + "/train", sess.graph)
    sess.run(tf.global_variables_initializer())
    for step in range(1000):
        batch = samples[np.random.choice(len(samples), 32)]
        _, summary = sess.run([train_op, merged], {x: batch})
        writer.add_summary(summary, step)
    saver.save(sess, FOLDER + "/train/model.ckpt")
    with open(FOLDER + "/train/done.json", "w") as file:
        json.dump({"steps": 1000}, file)
    print("done:", FOLDER)
