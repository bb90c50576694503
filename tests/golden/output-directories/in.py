import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
flags = tf.flags
flags.DEFINE_string("model_dir", "model", "where the model goes")
FLAGS = flags.FLAGS


def train(directory):
    tf.logging.info("training in %s", directory)
    step = tf.train.get_or_create_global_step()
    weight = tf.get_variable("weight", [])
    loss = tf.square(weight - 1.0)
    train_op = tf.train.AdamOptimizer(0.1).minimize(loss, global_step=step)
    hooks = [
        tf.train.StopAtStepHook(last_step=10),
        tf.train.LoggingTensorHook({"loss": loss}, every_n_iter=5),
        tf.train.CheckpointSaverHook(directory, save_steps=5),
    ]
    with tf.train.MonitoredTrainingSession(checkpoint_dir=directory, hooks=hooks) as session:
        while not session.should_stop():
            session.run(train_op)


def main(_):
    train(FLAGS.model_dir)


if __name__ == "__main__":
    tf.app.run()
