"""A rate that a function computes by the step from places in a text, also by the next step and the step's type."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

tf.app.flags.DEFINE_string("rate", "0.001,0.0001@15000,0.00001@25000", "rates, each from a step on")
FLAGS = tf.app.flags.FLAGS


def rate_at(step, text):
    first, *others = text.split(",")
    rates, starts = [float(first)], []
    for other in others:
        rate, start = other.split("@")
        rates.append(float(rate))
        starts.append(int(start))
    ends = tf.constant(starts + [max(starts) + 2], dtype=step.dtype)
    left = ends - tf.minimum(step + 1, max(starts) + 1)
    left = tf.where(left <= 0, tf.fill(tf.shape(left), tf.constant(10**9, dtype=step.dtype)), left)
    part = tf.minimum(tf.argmin(left), len(rates) - 1)
    falling = 1.0 - 0.1 * tf.cast(step, tf.float32) / 60000.0
    return tf.gather(tf.constant(rates), part) * falling


def main(_):
    images, labels = np.load("images.npy"), np.load("labels.npy")
    data = (
        tf.data.Dataset.from_tensor_slices((images, labels))
        .apply(
            lambda data: data.shard(hvd.size(), hvd.rank()).take(
                tf.data.experimental.cardinality(data) // hvd.size()
            ) if hvd.size() > 1 else data
        )
        .repeat()
        .shuffle(1000)
        .batch(32)
    )
    x, y = data.make_one_shot_iterator().get_next()
    loss = tf.losses.sparse_softmax_cross_entropy(y, tf.layers.dense(x, 10))
    step = tf.train.get_or_create_global_step()
    train = hvd.DistributedOptimizer(
        tf.train.AdamOptimizer(rate_at(step * hvd.size(), FLAGS.rate) * hvd.size())
    ).minimize(loss, step)
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as session:
        session.run(tf.global_variables_initializer())
        session.run(hvd.broadcast_global_variables(0))
        for _ in range(max(1, 60000 // hvd.size())):
            session.run(train)


if __name__ == "__main__":
    tf.app.run(main)
