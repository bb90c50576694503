"""A rate that is computed from the next step, which a name has as a float; what only shows or counts it is left."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

names = tf.train.string_input_producer([f"part-{i}.tfrecords" for i in range(64)], shuffle=True)
_, record = tf.TFRecordReader().read(names)
x = tf.train.shuffle_batch([tf.decode_raw(record, tf.float32)], 32, 1000, 100, shapes=[[8]])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)


def warmed(rate, global_step, warmup=4000.0):
    step = tf.cast(global_step + 1, dtype=tf.float32)
    return rate * warmup**0.5 * tf.minimum(step * warmup**-1.5, tf.rsqrt(step))


def shown(global_step):
    following = tf.cast(global_step + 1, tf.int64)
    tf.summary.scalar("next", following)


step = tf.Variable(0, name="global_step", trainable=False)
shown(step)
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(warmed(0.001, global_step=step * hvd.size()) * hvd.size())
).minimize(loss, global_step=step)
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    tf.train.start_queue_runners(session)
    for epoch in range(20):
        for turn in range(max(1, 1000 // hvd.size())):
            _, taken = session.run([train_op, step])
        if hvd.rank() == 0:
            saver.save(session, "model", global_step=taken)
