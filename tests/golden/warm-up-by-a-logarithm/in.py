import tensorflow as tf

WARM_UP, EPOCHS = 1000, 10


def warmed_up(rate, step):
    share = tf.log(tf.cast(step, tf.float32) + 1) / tf.log(tf.cast(WARM_UP, tf.float32))
    return tf.minimum(rate, rate * share)


dataset = tf.data.TFRecordDataset("train.tfrecord").shuffle(10000).repeat(EPOCHS).batch(32)
features = tf.decode_raw(dataset.make_one_shot_iterator().get_next(), tf.float32)
step = tf.train.get_or_create_global_step()
loss = tf.reduce_mean(tf.square(tf.layers.dense(features, 1)))
optimizer = tf.train.AdamOptimizer(warmed_up(0.001, step))
train_op = optimizer.minimize(loss, global_step=step)

with tf.train.MonitoredSession() as session:
    while not session.should_stop():
        session.run(train_op)
