import tensorflow as tf


def input_fn(params, mode):
    if mode == tf.estimator.ModeKeys.TRAIN:
        files = params["train_files"]
    else:
        files = params["eval_files"]
    dataset = tf.data.TFRecordDataset(files)
    dataset = dataset.map(parse)
    if mode != tf.estimator.ModeKeys.PREDICT:
        dataset = dataset.shuffle(1000).repeat()
    return dataset.batch(params["batch_size"]).prefetch(2)


def parse(record):
    features = tf.io.parse_single_example(
        record, {"x": tf.io.FixedLenFeature([10], tf.float32), "y": tf.io.FixedLenFeature([], tf.int64)}
    )
    return {"x": features["x"]}, features["y"]


def model_fn(features, labels, mode, params):
    net = tf.layers.dense(features["x"], 32, activation=tf.nn.relu)
    logits = tf.layers.dense(net, 2)
    loss = tf.losses.sparse_softmax_cross_entropy(labels=labels, logits=logits)
    if mode == tf.estimator.ModeKeys.EVAL:
        return tf.estimator.EstimatorSpec(mode, loss=loss)
    optimizer = tf.train.AdamOptimizer(0.001)
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=optimizer.minimize(loss, tf.train.get_global_step()))


def main():
    params = {"train_files": ["train.tfrecord"], "eval_files": ["eval.tfrecord"], "batch_size": 32}
    estimator = tf.estimator.Estimator(model_fn, "model", params=params)
    train_spec = tf.estimator.TrainSpec(lambda: input_fn(params, tf.estimator.ModeKeys.TRAIN), max_steps=10000)
    eval_spec = tf.estimator.EvalSpec(lambda: input_fn(params, tf.estimator.ModeKeys.EVAL))
    tf.estimator.train_and_evaluate(estimator, train_spec, eval_spec)


if __name__ == "__main__":
    main()
