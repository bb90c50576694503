import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
flags = tf.flags
flags.DEFINE_string("model_dir", "model", "where the model goes")
FLAGS = flags.FLAGS


def train(directory):
    if hvd.rank() == 0:
        tf.logging.info("training in %s", directory)
    step = tf.train.get_or_create_global_step()
    weight = tf.get_variable("weight", [])
    loss = tf.square(weight - 1.0)
    train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1)).minimize(
        loss, global_step=step
    )
    hooks = [
        tf.train.StopAtStepHook(last_step=10),
    ]
    if hvd.rank() == 0:
        hooks += [
            tf.train.LoggingTensorHook({"loss": loss}, every_n_iter=5),
            tf.train.CheckpointSaverHook(directory, save_steps=5),
        ]
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.train.MonitoredTrainingSession(
        checkpoint_dir=directory if hvd.rank() == 0 else None,
        hooks=[hvd.BroadcastGlobalVariablesHook(0), *hooks],
        config=config,
    ) as session:
        while not session.should_stop():
            session.run(train_op)


def main(_):
    train(FLAGS.model_dir)


if __name__ == "__main__":
    tf.app.run()
