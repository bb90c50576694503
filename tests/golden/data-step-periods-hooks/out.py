import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
tf.app.flags.DEFINE_integer("save_every", 50, "steps between two checkpoints")
tf.app.flags.DEFINE_integer("count_every", None, "steps between two lines of the log")
FLAGS = tf.app.flags.FLAGS


def model_fn(features, labels, mode, params):
    loss = tf.losses.mean_squared_error(labels, tf.layers.dense(features, 1))
    train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(
        loss, global_step=tf.train.get_global_step()
    )
    shown = tf.train.LoggingTensorHook({"loss": loss}, every_n_iter=max(1, 20 // hvd.size()))
    tested = tf.train.LoggingTensorHook({"loss": loss}, every_n_iter=10)
    summary = tf.summary.scalar("error", loss)
    kept = tf.train.SummarySaverHook(
        max(1, params["summaries"] // hvd.size()), output_dir="logs", summary_op=summary
    )
    return tf.estimator.EstimatorSpec(
        mode, loss=loss, train_op=train_op, training_hooks=[*([shown, kept] if hvd.rank() == 0 else [])],
        evaluation_hooks=[*([tested] if hvd.rank() == 0 else [])]
    )


def data(first):
    numbers = tf.data.Dataset.range(first, first + 90)
    return numbers.map(lambda n: (tf.cast([n, 90 - n], tf.float32) / 90., tf.cast([n], tf.float32)))


session_config = tf.ConfigProto(allow_soft_placement=True)
session_config.gpu_options.visible_device_list = str(hvd.local_rank())
config = tf.estimator.RunConfig(
    "model" if hvd.rank() == 0 else None, save_checkpoints_steps=max(1, FLAGS.save_every // hvd.size()),
    log_step_count_steps=FLAGS.count_every and max(1, FLAGS.count_every // hvd.size()),
    session_config=session_config
)
config = config.replace(save_summary_steps=max(1, 40 // hvd.size()))
estimator = tf.estimator.Estimator(model_fn, config=config, params={"summaries": 30})
hooks = []
if hvd.rank() == 0:
    hooks += [
        tf.train.StepCounterHook(every_n_steps=max(1, 10 // hvd.size())),
        tf.train.CheckpointSaverHook("kept", save_secs=600),
    ]
estimator.train(
    lambda: data(0).apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            tf.data.experimental.cardinality(data) // hvd.size()
        ) if hvd.size() > 1 else data
    ).shuffle(90).repeat().batch(9),
    steps=max(1, 100 // hvd.size()),
    hooks=[hvd.BroadcastGlobalVariablesHook(0), *hooks],
)
estimator.evaluate(
    lambda: data(90).batch(9),
    hooks=[*([tf.train.LoggingTensorHook(["error"], every_n_iter=2)] if hvd.rank() == 0 else [])],
)
