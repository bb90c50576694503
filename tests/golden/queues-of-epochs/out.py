"""A loop trains until its queue has given all samples so many times: each process takes its part of the epochs."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

flags = tf.app.flags
flags.DEFINE_integer("epochs", None, "How often to go through the samples; for ever without.")
FLAGS = flags.FLAGS


def inputs(path, size, epochs):
    if not epochs:
        epochs = None
    queue = tf.train.string_input_producer([path], num_epochs=epochs and max(1, epochs // hvd.size()))
    _, record = tf.TFRecordReader().read(queue)
    features = tf.parse_single_example(record, {"x": tf.FixedLenFeature([32], tf.float32)})
    return tf.train.shuffle_batch([features["x"]], size, capacity=2000, min_after_dequeue=1000)


def train():
    samples = inputs("train.tfrecord", 64, FLAGS.epochs)
    loss = tf.reduce_mean(tf.layers.dense(samples, 1) ** 2)
    train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
    saver = tf.train.Saver()
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as sess:
        sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        sess.run(hvd.broadcast_global_variables(0))
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess=sess, coord=coordinator)
        step = 0
        try:
            while not coordinator.should_stop():
                sess.run(train_op)
                step += 1
                if step % max(1, 1000 // hvd.size()) == 0 and hvd.rank() == 0:
                    saver.save(sess, "model", global_step=step)
        except tf.errors.OutOfRangeError:
            if hvd.rank() == 0:
                print("done")
        finally:
            coordinator.request_stop()
        coordinator.join(threads)


train()
