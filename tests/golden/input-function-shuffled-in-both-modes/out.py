import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


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
    optimizer = tf.train.AdamOptimizer(0.001 * hvd.size())
    optimizer = hvd.DistributedOptimizer(optimizer)
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=optimizer.minimize(loss, tf.train.get_global_step()))


def main():
    params = {"train_files": ["train.tfrecord"], "eval_files": ["eval.tfrecord"], "batch_size": 32}
    config = tf.ConfigProto(allow_soft_placement=True)
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    estimator = tf.estimator.Estimator(
        model_fn,
        "model" if hvd.rank() == 0 else None,
        params=params,
        config=tf.estimator.RunConfig(session_config=config),
    )
    train_spec = tf.estimator.TrainSpec(
        lambda: input_fn(params, tf.estimator.ModeKeys.TRAIN).apply(
            lambda data: data.shard(hvd.size(), hvd.rank()) if hvd.size() > 1 else data
        ),
        max_steps=max(1, 10000 // hvd.size()),
        hooks=[hvd.BroadcastGlobalVariablesHook(0)],
    )
    eval_spec = tf.estimator.EvalSpec(lambda: input_fn(params, tf.estimator.ModeKeys.EVAL))
    tf.estimator.train_and_evaluate(estimator, train_spec, eval_spec)


if __name__ == "__main__":
    main()
