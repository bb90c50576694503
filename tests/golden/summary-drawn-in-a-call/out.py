"""A summary draws the next batch within the call that writes it: every process draws, and rank 0 alone has a writer."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

features = (
    tf.data.Dataset.from_tensor_slices(np.load("features.npy"))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            tf.data.experimental.cardinality(data) // hvd.size()
        ) if hvd.size() > 1 else data
    )
    .shuffle(1000)
    .repeat()
    .batch(32)
)
loss = tf.reduce_mean(tf.layers.dense(features.make_one_shot_iterator().get_next(), 1) ** 2)
summary = tf.summary.scalar("loss", loss)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    writer = tf.summary.FileWriter("logs") if hvd.rank() == 0 else None
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for turn in range(max(1, 1000 // hvd.size())):
        session.run(train_op)
        if turn % max(1, 100 // hvd.size()) == 0:
            session_run = session.run(summary)
            if hvd.rank() == 0:
                writer.add_summary(session_run, turn)
