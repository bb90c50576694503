"""Records that are made first; one builder of input functions for training and evaluation; an optimizer of its own."""
import os

import numpy as np
import tensorflow.compat.v1 as tf

flags = tf.flags
flags.DEFINE_string("output", "digits", "Folder of the records and of the model.")
flags.DEFINE_bool("train", True, "Whether to train.")
flags.DEFINE_bool("test", True, "Whether to evaluate.")
flags.DEFINE_integer("epochs", 4, "Passes over the records.")
FLAGS = flags.FLAGS
BATCH, SIZE = 8, 6


class DecayedSgd(tf.train.Optimizer):
    """Plain steps whose weights shrink a little."""

    def __init__(self, learning_rate, shrink=0.0, name="DecayedSgd"):
        super(DecayedSgd, self).__init__(False, name)
        self.learning_rate = learning_rate
        self.shrink = shrink

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        found = [(grad, var) for grad, var in grads_and_vars if grad is not None]
        return tf.group(*[var.assign_sub(self.learning_rate * (grad + self.shrink * var)) for grad, var in found])


class Records:
    """A file of samples, which is open from the beginning."""

    def __init__(self, path):
        self._writer = tf.python_io.TFRecordWriter(path)

    def add(self, row, label):
        example = tf.train.Example(features=tf.train.Features(feature={
            "row": tf.train.Feature(float_list=tf.train.FloatList(value=row)),
            "label": tf.train.Feature(int64_list=tf.train.Int64List(value=[label])),
        }))
        self._writer.write(example.SerializeToString())

    def close(self):
        self._writer.close()


def input_fn_builder(path, is_training, drop_remainder):
    layout = {"row": tf.FixedLenFeature([SIZE], tf.float32), "label": tf.FixedLenFeature([], tf.int64)}

    def parse(record):
        example = tf.parse_single_example(record, layout)
        return example["row"], example["label"]

    def input_fn():
        data = tf.data.TFRecordDataset(path)
        if is_training:
            data = data.repeat()
            data = data.shuffle(buffer_size=50)
        return data.apply(tf.data.experimental.map_and_batch(parse, batch_size=BATCH, drop_remainder=drop_remainder))

    return input_fn


def create_train_op(loss, rate, steps, warmup):
    step = tf.train.get_or_create_global_step()
    decayed = tf.train.polynomial_decay(tf.constant(rate), step, steps, end_learning_rate=0.0)
    if warmup:
        done = tf.cast(step, tf.float32) / tf.cast(warmup, tf.float32)
        starting = tf.cast(done < 1.0, tf.float32)
        decayed = (1.0 - starting) * decayed + starting * rate * done
    optimizer = DecayedSgd(learning_rate=decayed, shrink=0.001)
    variables = tf.trainable_variables()
    gradients, _ = tf.clip_by_global_norm(tf.gradients(loss, variables), 1.0)
    with tf.control_dependencies([optimizer.apply_gradients(zip(gradients, variables))]):
        return tf.group(step.assign_add(1))


def model_fn_builder(steps, warmup):
    def model_fn(features, labels, mode):
        logits = tf.layers.dense(features, 3)
        loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
        train_op = create_train_op(loss, 0.05, steps, warmup) if mode == tf.estimator.ModeKeys.TRAIN else None
        return tf.estimator.EstimatorSpec(mode=mode, loss=loss, train_op=train_op)

    return model_fn


def main(_):
    tf.gfile.MakeDirs(FLAGS.output)
    samples = np.random.RandomState(0).rand(160, SIZE)
    labels = samples.argmax(axis=1) % 3
    steps = None
    if FLAGS.train:
        steps = len(samples) // BATCH * FLAGS.epochs
    estimator = tf.estimator.Estimator(
        model_fn_builder(steps, 10), config=tf.estimator.RunConfig(model_dir=os.path.join(FLAGS.output, "model"))
    )
    if FLAGS.train:
        train_file = os.path.join(FLAGS.output, "train.tfrecord")
        records = Records(train_file)
        for row, label in zip(samples, labels):
            records.add(row, label)
        records.close()
        train_input_fn = input_fn_builder(train_file, is_training=True, drop_remainder=True)
        estimator.train(input_fn=train_input_fn, max_steps=steps)
    if FLAGS.test:
        test_file = os.path.join(FLAGS.output, "test.tfrecord")
        records = Records(test_file)
        for row, label in zip(samples[:40], labels[:40]):
            records.add(row, label)
        records.close()
        test_input_fn = input_fn_builder(test_file, is_training=False, drop_remainder=False)
        result = estimator.evaluate(input_fn=test_input_fn)
        with tf.gfile.GFile(os.path.join(FLAGS.output, "result.txt"), "w") as file:
            file.write(str(result))


if __name__ == "__main__":
    tf.app.run()
