"""Input functions that put a dataset into a list first: training and evaluation read the same records."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def equal_share(data):
    """Give this process its elements of a dataset: as many as each of the others has."""
    if hvd.size() > 1:
        groups = tf.data.Dataset.zip((data,)).window(hvd.size(), drop_remainder=True)
        data = groups.flat_map(tf.data.Dataset.zip).shard(hvd.size(), hvd.rank())
    return data


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
    step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
        loss, tf.train.get_global_step()
    )
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=step)


def main(_):
    config = tf.ConfigProto(allow_soft_placement=True)
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    estimator = tf.estimator.Estimator(
        model_fn,
        FLAGS.model_dir if hvd.rank() == 0 else None,
        config=tf.estimator.RunConfig(session_config=config),
    )
    estimator.train(
        lambda made=get_input_fn("train", True): equal_share(made()),
        steps=max(1, 1000 // hvd.size()),
        hooks=[hvd.BroadcastGlobalVariablesHook(0)],
    )
    estimator.evaluate(get_input_fn("test"), steps=100)


tf.app.run()
