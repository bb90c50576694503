"""Input functions that put a dataset into a list first: training and evaluation read the same records."""

import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_string("model_dir", "model", "")
FLAGS = flags.FLAGS


def get_dataset(pattern, training):
    files = tf.data.Dataset.list_files(pattern, shuffle=False)
    data = files.apply(tf.data.experimental.parallel_interleave(tf.data.TFRecordDataset, cycle_length=4))
    if training:
        data = data.shuffle(1000).repeat()
    data = data.map(lambda record: (tf.decode_raw(record, tf.float32), 0))
    return data.batch(32, drop_remainder=True)


def get_input_fn(split, more=False):
    def input_fn():
        parts = []
        parts.append(get_dataset(split + "*", split == "train"))
        if more:
            parts.append(get_dataset("more*", split == "train"))
        return parts[0] if len(parts) == 1 else tf.data.Dataset.zip(tuple(parts))

    return input_fn


def model_fn(features, labels, mode):
    loss = tf.losses.sparse_softmax_cross_entropy(labels, tf.layers.dense(features, 10))
    step = tf.train.AdamOptimizer(0.001).minimize(loss, tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=step)


def main(_):
    estimator = tf.estimator.Estimator(model_fn, FLAGS.model_dir)
    estimator.train(get_input_fn("train", True), steps=1000)
    estimator.evaluate(get_input_fn("test"), steps=100)


tf.app.run()
