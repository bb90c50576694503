import tensorflow as tf
import tensorflow.contrib.slim as slim

tf.app.flags.DEFINE_string("train_dir", "logs", "where the logs are")
tf.app.flags.DEFINE_string("master", "", "which TensorFlow")
tf.app.flags.DEFINE_integer("task", 0, "which replica")
tf.app.flags.DEFINE_boolean("sync_replicas", False, "whether replicas wait")
tf.app.flags.DEFINE_integer("max_number_of_steps", None, "how many steps")
tf.app.flags.DEFINE_integer("log_every_n_steps", 10, "how often")
FLAGS = tf.app.flags.FLAGS


def samples():
    queue = tf.train.string_input_producer(["a.tfrecord", "b.tfrecord"], shuffle=True)
    _, record = tf.TFRecordReader().read(queue)
    found = tf.parse_single_example(record, {"x": tf.FixedLenFeature([8], tf.float32), "y": tf.FixedLenFeature([], tf.int64)})
    return tf.train.shuffle_batch([found["x"], found["y"]], 32, 1000, 500)


def main(_):
    tf.logging.set_verbosity(tf.logging.INFO)
    with tf.Graph().as_default():
        x, y = samples()
        logits = slim.fully_connected(x, 10, activation_fn=None)
        tf.losses.sparse_softmax_cross_entropy(y, logits)
        loss = tf.losses.get_total_loss()
        step = slim.get_or_create_global_step()
        rate = tf.train.exponential_decay(0.01, step, 1000, 0.9)
        optimizer = tf.train.MomentumOptimizer(rate, 0.9)
        train_op = slim.learning.create_train_op(loss, optimizer, global_step=step)
        slim.learning.train(
            train_op,
            logdir=FLAGS.train_dir,
            master=FLAGS.master,
            is_chief=(FLAGS.task == 0),
            init_fn=None,
            number_of_steps=FLAGS.max_number_of_steps,
            log_every_n_steps=FLAGS.log_every_n_steps,
            save_interval_secs=600,
            session_wrapper=None,
            sync_optimizer=optimizer if FLAGS.sync_replicas else None,
        )


if __name__ == "__main__":
    tf.app.run()
