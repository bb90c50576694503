"""Of the two queues of a function only one is read by the training: that of validation has an order of its own."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def read(folder, train):
    if train:
        names = tf.train.string_input_producer(tf.gfile.Glob(folder + "/train-*"), shuffle=True)
    else:
        names = tf.train.string_input_producer(tf.gfile.Glob(folder + "/test-*"), shuffle=False)
    _, record = tf.TFRecordReader().read(names)
    features = tf.parse_single_example(record, {"x": tf.FixedLenFeature([5], tf.float32)})
    return tf.train.shuffle_batch([features["x"]], 32, 1000, 500)


x = read("data", True)
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    tf.train.start_queue_runners(sess=sess)
    for step in range(max(1, 1000 // hvd.size())):
        sess.run(train_op)
