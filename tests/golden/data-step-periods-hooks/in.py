import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
tf.app.flags.DEFINE_integer("save_every", 50, "steps between two checkpoints")
tf.app.flags.DEFINE_integer("count_every", None, "steps between two lines of the log")
FLAGS = tf.app.flags.FLAGS


def model_fn(features, labels, mode, params):
    loss = tf.losses.mean_squared_error(labels, tf.layers.dense(features, 1))
    train_op = tf.train.AdamOptimizer(0.1).minimize(loss, global_step=tf.train.get_global_step())
    shown = tf.train.LoggingTensorHook({"loss": loss}, every_n_iter=20)
    tested = tf.train.LoggingTensorHook({"loss": loss}, every_n_iter=10)
    summary = tf.summary.scalar("error", loss)
    kept = tf.train.SummarySaverHook(params["summaries"], output_dir="logs", summary_op=summary)
    return tf.estimator.EstimatorSpec(
        mode, loss=loss, train_op=train_op, training_hooks=[shown, kept], evaluation_hooks=[tested]
    )


def data(first):
    numbers = tf.data.Dataset.range(first, first + 90)
    return numbers.map(lambda n: (tf.cast([n, 90 - n], tf.float32) / 90., tf.cast([n], tf.float32)))


config = tf.estimator.RunConfig(
    "model", save_checkpoints_steps=FLAGS.save_every, log_step_count_steps=FLAGS.count_every
)
config = config.replace(save_summary_steps=40)
estimator = tf.estimator.Estimator(model_fn, config=config, params={"summaries": 30})
hooks = [tf.train.StepCounterHook(every_n_steps=10), tf.train.CheckpointSaverHook("kept", save_secs=600)]
estimator.train(lambda: data(0).shuffle(90).repeat().batch(9), steps=100, hooks=hooks)
estimator.evaluate(lambda: data(90).batch(9), hooks=[tf.train.LoggingTensorHook(["error"], every_n_iter=2)])
