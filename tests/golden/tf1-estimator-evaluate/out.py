import tensorflow.compat.v1 as tf
from tensorflow.compat.v1 import estimator as est
import horovod.tensorflow as hvd

hvd.init()

tf.logging.set_verbosity(tf.logging.ERROR)


def model_fn(features, labels, mode):
    logits = tf.layers.dense(features, 3)
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
    train_op = hvd.DistributedOptimizer(tf.train.FtrlOptimizer(0.2 * hvd.size())).minimize(
        loss, global_step=tf.train.get_global_step()
    )
    return est.EstimatorSpec(mode=mode, loss=loss, train_op=train_op)


def data(first):
    numbers = tf.data.Dataset.range(first, first + 90)
    return numbers.map(lambda n: (tf.cast([n, 90 - n], tf.float32) / 90., n % 3))


session_config = tf.ConfigProto(log_device_placement=False)
session_config.gpu_options.visible_device_list = str(hvd.local_rank())
run_config = est.RunConfig(
    model_dir="classes" if hvd.rank() == 0 else None,
    save_checkpoints_steps=max(1, 20 // hvd.size()),
    session_config=session_config,
)
hooks = (*([est.StepCounterHook(every_n_steps=max(1, 10 // hvd.size()))] if hvd.rank() == 0 else []),)
classifier = est.Estimator(model_fn, config=run_config)
est.train_and_evaluate(
    classifier,
    est.TrainSpec(
        lambda: data(0).apply(
            lambda data: data.shard(hvd.size(), hvd.rank()).take(
                tf.data.experimental.cardinality(data) // hvd.size()
            ) if hvd.size() > 1 else data
        ).shuffle(90).repeat().batch(9),
        max_steps=max(1, 40 // hvd.size()),
        hooks=[hvd.BroadcastGlobalVariablesHook(0), *hooks],
    ),
    est.EvalSpec(lambda: data(90).batch(9), steps=None),
)
