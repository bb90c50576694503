"""An experiment that a function makes trains its estimator: nothing tells by which method."""
import tensorflow as tf


def model_fn(features, labels, mode, params):
    loss = tf.losses.mean_squared_error(labels, tf.layers.dense(features, 1))
    train_op = tf.train.AdamOptimizer(params.rate).minimize(loss, global_step=tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)


def samples():
    return tf.data.Dataset.from_tensor_slices((tf.zeros((64, 4)), tf.zeros((64, 1)))).repeat().batch(8)


def experiment_fn(run_config, hparams):
    estimator = tf.estimator.Estimator(model_fn, params=hparams, config=run_config)
    return tf.contrib.learn.Experiment(estimator, train_input_fn=samples, eval_input_fn=samples, train_steps=1000)


tf.contrib.learn.learn_runner.run(
    experiment_fn,
    run_config=tf.contrib.learn.RunConfig(model_dir="model"),
    schedule="train",
    hparams=tf.contrib.training.HParams(rate=0.001),
)
