import tensorflow.compat.v1 as tf
from tensorflow.compat.v1 import estimator as est

tf.logging.set_verbosity(tf.logging.ERROR)


def model_fn(features, labels, mode):
    logits = tf.layers.dense(features, 3)
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
    train_op = tf.train.FtrlOptimizer(0.2).minimize(loss, global_step=tf.train.get_global_step())
    return est.EstimatorSpec(mode=mode, loss=loss, train_op=train_op)


def data(first):
    numbers = tf.data.Dataset.range(first, first + 90)
    return numbers.map(lambda n: (tf.cast([n, 90 - n], tf.float32) / 90., n % 3))


session_config = tf.ConfigProto(log_device_placement=False)
run_config = est.RunConfig(model_dir="classes", save_checkpoints_steps=20, session_config=session_config)
hooks = (est.StepCounterHook(every_n_steps=10),)
classifier = est.Estimator(model_fn, config=run_config)
est.train_and_evaluate(
    classifier,
    est.TrainSpec(lambda: data(0).shuffle(90).repeat().batch(9), max_steps=40, hooks=hooks),
    est.EvalSpec(lambda: data(90).batch(9), steps=None),
)
