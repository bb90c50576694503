"""Exporters write below the folder of their estimator, which each process has for itself."""
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()


def model_fn(features, labels, mode):
    logits = tf.layers.dense(features, 3)
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
    train_op = hvd.DistributedOptimizer(tf.train.FtrlOptimizer(0.2 * hvd.size())).minimize(
        loss, global_step=tf.train.get_global_step()
    )
    return tf.estimator.EstimatorSpec(mode=mode, loss=loss, train_op=train_op)


def data(first):
    numbers = tf.data.Dataset.range(first, first + 90)
    return numbers.map(lambda n: (tf.cast([n, 90 - n], tf.float32) / 90.0, n % 3))


def serving():
    features = tf.placeholder(tf.float32, [None, 2])
    return tf.estimator.export.ServingInputReceiver(features, features)


exporter = tf.estimator.FinalExporter("classes", serving)
config = tf.ConfigProto(allow_soft_placement=True)
config.gpu_options.visible_device_list = str(hvd.local_rank())
classifier = tf.estimator.Estimator(
    model_fn,
    model_dir="classes" if hvd.rank() == 0 else None,
    config=tf.estimator.RunConfig(session_config=config),
)
tf.estimator.train_and_evaluate(
    classifier,
    tf.estimator.TrainSpec(
        lambda: data(0).apply(
            lambda data: data.shard(hvd.size(), hvd.rank()).take(
                tf.data.experimental.cardinality(data) // hvd.size()
            ) if hvd.size() > 1 else data
        ).repeat().batch(9),
        max_steps=max(1, 40 // hvd.size()),
        hooks=[hvd.BroadcastGlobalVariablesHook(0)],
    ),
    tf.estimator.EvalSpec(lambda: data(90).batch(9), steps=None, exporters=[exporter]),
)
