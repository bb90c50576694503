"""What rank 0 writes in a loop that any error of TensorFlow leaves, one of a writer, too."""

import tensorflow as tf


def parse(record):
    read = tf.parse_single_example(record, {"x": tf.FixedLenFeature([20], tf.float32), "y": tf.FixedLenFeature([], tf.int64)})
    return read["x"], read["y"]


data = tf.data.TFRecordDataset(["a.tfrecord", "b.tfrecord"]).map(parse).shuffle(5000).batch(64)
iterator = data.make_initializable_iterator()
x, y = iterator.get_next()
logits = tf.layers.dense(x, 10)
loss = tf.losses.sparse_softmax_cross_entropy(y, logits)
step = tf.train.get_or_create_global_step()
train = tf.train.AdamOptimizer(0.001).minimize(loss, step)
summary = tf.summary.scalar("loss", loss)
with tf.Session() as sess:
    writer = tf.summary.FileWriter("logs")
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        sess.run(iterator.initializer)
        while True:
            try:
                _, shown, at = sess.run([train, summary, step])
                writer.add_summary(shown, at)
            except tf.errors.OpError:
                break
