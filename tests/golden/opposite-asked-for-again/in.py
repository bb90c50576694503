"""What is done where a period is not over and where it is asks for both: a step is taken in any case."""

import tensorflow as tf

every = 500
images = tf.data.TFRecordDataset("images.tfrecord").shuffle(100).repeat().batch(8).make_one_shot_iterator().get_next()
images = tf.reshape(tf.io.decode_raw(images, tf.float32), [8, 10])
loss = tf.reduce_mean(tf.square(tf.layers.dense(images, 1)))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(100000):
        if not step % every == 0:
            value, _ = sess.run([loss, train_op])
        elif step % every == 0:
            value, _ = sess.run([loss, train_op])
            saver.save(sess, "model/model", global_step=step)
        print(step, value)
