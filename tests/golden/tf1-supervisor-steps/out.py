"""A supervised session: it goes on from the newest checkpoint of its folder, or from one that is named."""
import argparse
import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

parser = argparse.ArgumentParser()
parser.add_argument("--folder", default="logs")
parser.add_argument("--start-from")
parser.add_argument("--steps", type=int, default=20000)
args = parser.parse_args()


def train(features, targets):
    x = tf.placeholder(tf.float32, [None, 8])
    y = tf.placeholder(tf.float32, [None, 1])
    loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - y))
    tf.summary.scalar("loss", loss)
    step = tf.train.get_or_create_global_step()
    train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
        loss, global_step=step
    )
    saver = tf.train.Saver(max_to_keep=2)
    broadcast = hvd.broadcast_global_variables(0)
    supervisor = tf.train.Supervisor(
        logdir=args.folder if hvd.rank() == 0 else None, save_summaries_secs=0, save_model_secs=0, saver=saver
    )
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with supervisor.managed_session(config=config) as sess:
        if args.start_from:
            saver.restore(sess, args.start_from)
        sess.run(broadcast)
        for i in range(max(1, args.steps // hvd.size())):
            chosen = np.random.choice(len(features), 64)
            batch = {x: features[chosen], y: targets[chosen]}
            sess.run(train_op, batch)
            if i % max(1, 500 // hvd.size()) == 0:
                summary, value = sess.run([supervisor.summary_op, loss], batch)
                if hvd.rank() == 0:
                    supervisor.summary_writer.add_summary(summary, i)
                    print("step", i, "loss", value)
            if i % max(1, 5000 // hvd.size()) == 0 and hvd.rank() == 0:
                saver.save(sess, os.path.join(args.folder, "model"), global_step=step)
        if hvd.rank() == 0:
            supervisor.saver.save(sess, os.path.join(args.folder, "last"))


train(np.load("features.npy"), np.load("targets.npy"))
