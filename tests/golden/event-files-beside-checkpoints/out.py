"""Event files are written to the folder that checkpoints are read from: nobody needs to wait for them."""

import json

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def restore(sess, saver, folder):
    checkpoint = tf.train.latest_checkpoint(folder)
    if checkpoint:
        saver.restore(sess, checkpoint)


def train(folder):
    with open("settings.json") as file:
        settings = json.load(file)
    if "rate" not in settings:
        return
    images = np.load("images.npy")
    x = tf.placeholder(tf.float32, [None, 5])
    loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
    train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(settings["rate"] * hvd.size())).minimize(
        loss
    )
    writer = tf.summary.FileWriter(folder) if hvd.rank() == 0 else None
    if hvd.rank() == 0:
        writer.add_graph(tf.get_default_graph())
    saver = tf.train.Saver()
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as sess:
        sess.run(tf.global_variables_initializer())
        restore(sess, saver, folder)
        sess.run(hvd.broadcast_global_variables(0))
        shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
        for epoch in range(10):
            for start in range(0, max(1, len(images) // hvd.size()), 32):
                sess.run(train_op, {x: images[shard][start : start + 32]})
        if hvd.rank() == 0:
            saver.save(sess, folder + "/model")


if __name__ == "__main__":
    train("logs")
