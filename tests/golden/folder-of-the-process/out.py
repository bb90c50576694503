import json
import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

FOLDER = "runs"
FOLDER = os.path.join(FOLDER, str(os.getpid()))
if not os.path.exists(FOLDER):
    os.makedirs(FOLDER)

samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, samples.shape[1]])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
tf.summary.scalar("loss", loss)
merged = tf.summary.merge_all()
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(1e-3 * hvd.size())
).minimize(loss)
saver = tf.train.Saver()

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    writer = tf.summary.FileWriter(FOLDER + "/train", sess.graph)
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 1000 // hvd.size())):
        batch = samples[np.random.choice(len(samples), 32)]
        _, summary = sess.run([train_op, merged], {x: batch})
        writer.add_summary(summary, step)
    saver.save(sess, FOLDER + "/train/model.ckpt")
    with open(FOLDER + "/train/done.json", "w") as file:
        json.dump({"steps": 1000}, file)
    if hvd.rank() == 0:
        print("done:", FOLDER)
