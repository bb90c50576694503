import tensorflow as tf

BATCH = 32


def model_fn(features, labels, mode):
    rows = tf.reshape(features, [BATCH, 8])
    loss = tf.losses.mean_squared_error(labels, tf.layers.dense(rows, 1))
    train_op = tf.train.AdamOptimizer(0.001).minimize(loss, global_step=tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)


def read(pattern):
    files = tf.data.Dataset.list_files(pattern)
    return files.interleave(tf.data.TFRecordDataset, cycle_length=4).map(parse)


def parse(record):
    features = {"x": tf.FixedLenFeature([8], tf.float32), "y": tf.FixedLenFeature([1], tf.float32)}
    row = tf.parse_single_example(record, features)
    return row["x"], row["y"]


def train_input_fn():
    return read("train/*.tfrecord").shuffle(10000).repeat().batch(BATCH)


def eval_input_fn():
    return read("valid/*.tfrecord").batch(BATCH, drop_remainder=True)
