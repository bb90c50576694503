import tensorflow as tf


def inputs(path, size, epochs):
    queue = tf.train.string_input_producer([path], num_epochs=epochs)
    _, record = tf.TFRecordReader().read(queue)
    features = tf.parse_single_example(record, {"x": tf.FixedLenFeature([32], tf.float32)})
    return tf.train.shuffle_batch([features["x"]], size, capacity=2000, min_after_dequeue=1000)
