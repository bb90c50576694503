"""A pattern that names one file, whose records nothing mixes."""

import tensorflow as tf

files = tf.train.match_filenames_once("ships/train.tfrecords")
queue = tf.train.string_input_producer(files)
_, record = tf.TFRecordReader().read(queue)
image = tf.reshape(tf.cast(tf.decode_raw(record, tf.uint8), tf.float32), [8])
images = tf.train.batch([image], batch_size=32, capacity=64)
loss = tf.reduce_mean(tf.layers.dense(images, 1) ** 2)
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
with tf.Session() as session:
    session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    coordinator = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess=session, coord=coordinator)
    for step in range(1000):
        session.run(train_op)
    coordinator.request_stop()
    coordinator.join(threads)
