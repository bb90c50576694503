"""The function whose queue ends after so many epochs gives samples to validate on, too: their epochs are no count of steps."""

import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_integer("epochs", None, "How often to go through the samples; for ever without.")
FLAGS = flags.FLAGS


def inputs(path, size, epochs):
    if not epochs:
        epochs = None
    queue = tf.train.string_input_producer([path], num_epochs=epochs)
    _, record = tf.TFRecordReader().read(queue)
    features = tf.parse_single_example(record, {"x": tf.FixedLenFeature([32], tf.float32)})
    return tf.train.shuffle_batch([features["x"]], size, capacity=2000, min_after_dequeue=1000)


def train():
    samples = inputs("train.tfrecord", 64, FLAGS.epochs)
    others = inputs("validation.tfrecord", 64, None)
    dense = tf.layers.Dense(1)
    loss, other = (tf.reduce_mean(dense(each) ** 2) for each in (samples, others))
    train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
    saver = tf.train.Saver()
    with tf.Session() as sess:
        sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess=sess, coord=coordinator)
        step = 0
        try:
            while not coordinator.should_stop():
                sess.run(train_op)
                step += 1
                if step % 1000 == 0:
                    saver.save(sess, "model", global_step=step)
        except tf.errors.OutOfRangeError:
            print("done", sess.run(other))
        finally:
            coordinator.request_stop()
        coordinator.join(threads)


train()
