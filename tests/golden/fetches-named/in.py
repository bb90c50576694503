"""What a session runs is given by name: the step that it fetches tells when rates fall and the loop ends."""

import tensorflow as tf

dataset = tf.data.TFRecordDataset("train.tfrecord").map(lambda record: tf.decode_raw(record, tf.float32))
images = dataset.shuffle(1000).repeat().batch(32).make_one_shot_iterator().get_next()
global_step = tf.train.get_or_create_global_step()
loss = tf.reduce_mean(tf.layers.dense(images, 1) ** 2)
rate = tf.placeholder(tf.float32, [])
train_op = tf.train.AdamOptimizer(rate).minimize(loss=loss, global_step=global_step)
with tf.Session() as sess:
    sess.run(fetches=tf.global_variables_initializer())
    step = 0
    warm = min(1.0, sess.run(fetches=global_step) / 500)
    while step < 100000:
        _, step = sess.run(fetches=[train_op, global_step], feed_dict={rate: warm * (1e-3 if step < 50000 else 1e-4)})
        warm = min(1.0, sess.run(fetches=global_step) / 500)
        if step % 1000 == 0:
            print(step, sess.run(fetches=loss))
