"""Files that match a pattern: how many there are is not seen, and nothing shuffles their records."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

files = tf.train.match_filenames_once("ships/train*")
queue = tf.train.string_input_producer(files)
_, record = tf.TFRecordReader().read(queue)
image = tf.reshape(tf.cast(tf.decode_raw(record, tf.uint8), tf.float32), [8])
images = tf.train.batch([image], batch_size=32, capacity=64)
loss = tf.reduce_mean(tf.layers.dense(images, 1) ** 2)
train_op = hvd.DistributedOptimizer(tf.train.MomentumOptimizer(0.1 * hvd.size(), 0.9)).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    session.run(hvd.broadcast_global_variables(0))
    coordinator = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess=session, coord=coordinator)
    for step in range(max(1, 1000 // hvd.size())):
        session.run(train_op)
    coordinator.request_stop()
    coordinator.join(threads)
