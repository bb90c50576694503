"""A loop over places, that goes on by a batch, evaluates after so many batches, told by the place."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

flags = tf.app.flags
flags.DEFINE_integer("batch", 20, "samples in a step")
FLAGS = flags.FLAGS

words = np.load("words.npy")
topics = np.load("topics.npy")
held = np.load("held.npy")
given = tf.placeholder(tf.float32, [None, 30])
wanted = tf.placeholder(tf.int64, [None])
scores = tf.layers.dense(given, 5)
loss = tf.losses.sparse_softmax_cross_entropy(wanted, scores)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    size = FLAGS.batch
    shard = slice(hvd.rank(), len(words) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        for start, end in zip(
            range(0, max(1, len(words) // hvd.size()), size),
            range(size, max(1, len(words) // hvd.size()), size),
        ):
            session.run(train_op, {given: words[shard][start:end], wanted: topics[shard][start:end]})
            if hvd.rank() == 0:
                if start % (max(1, 400 // hvd.size()) * FLAGS.batch) == 0:
                    print(epoch, session.run(scores, {given: held}).mean())
                if start % (size * max(1, 100 // hvd.size())) == 0:
                    print(epoch, start)
