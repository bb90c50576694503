import tensorflow as tf

STEPS, PRUNE_EVERY, CYCLE = 10000, 500, 1000.0

dataset = tf.data.TFRecordDataset("train.tfrecord").shuffle(10000).repeat().batch(32)
records = dataset.make_one_shot_iterator().get_next()
features = tf.io.decode_raw(records, tf.float32)
step = tf.train.get_or_create_global_step()

weights = tf.get_variable("weights", [64, 1])
mask = tf.get_variable("mask", [64, 1], trainable=False, initializer=tf.ones_initializer())


def pruned():
    return mask.assign(tf.cast(tf.abs(weights) > 0.01, tf.float32))


kept = tf.cond(tf.equal(tf.mod(step + 1, PRUNE_EVERY), 0), pruned, lambda: tf.identity(mask))
loss = tf.reduce_mean(tf.square(tf.matmul(features, weights * kept)))
phase = tf.mod(tf.cast(step, tf.float32), CYCLE) / CYCLE
train_op = tf.train.GradientDescentOptimizer(0.01 * (1.0 - phase)).minimize(loss, global_step=step)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for _ in range(STEPS):
        session.run(train_op)
