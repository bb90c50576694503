"""A rate that is computed from the next step, which a name has as a float; what only shows or counts it is left."""

import tensorflow as tf

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
train_op = tf.train.AdamOptimizer(warmed(0.001, global_step=step)).minimize(loss, global_step=step)
saver = tf.train.Saver()
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    tf.train.start_queue_runners(session)
    for epoch in range(20):
        for turn in range(1000):
            _, taken = session.run([train_op, step])
        saver.save(session, "model", global_step=taken)
