import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def input_fn():
    dataset = tf.data.TFRecordDataset(["train.tfrecord"])
    if hvd.size() > 1:
        dataset = dataset.shard(hvd.size(), hvd.rank())
    return dataset.shuffle(1000).repeat().map(parse).batch(32)


def parse(record):
    features = tf.io.parse_single_example(
        record, {"x": tf.io.FixedLenFeature([10], tf.float32), "y": tf.io.FixedLenFeature([], tf.int64)}
    )
    return {"x": features["x"]}, features["y"]


def model_fn(features, labels, mode, params):
    net = tf.layers.dense(features["x"], params["units"], activation=tf.nn.relu)
    logits = tf.layers.dense(net, 2)
    loss = tf.losses.sparse_softmax_cross_entropy(labels=labels, logits=logits)
    if mode == tf.estimator.ModeKeys.EVAL:
        return tf.estimator.EstimatorSpec(mode, loss=loss)
    optimizer = params.get("optimizer", tf.train.AdamOptimizer)
    optimizer = optimizer(params.get("learning_rate", None) * hvd.size())
    optimizer = hvd.DistributedOptimizer(optimizer)
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=optimizer.minimize(loss, tf.train.get_global_step()))


config = tf.ConfigProto(allow_soft_placement=True)
config.gpu_options.visible_device_list = str(hvd.local_rank())
estimator = tf.estimator.Estimator(
    model_fn, "model" if hvd.rank() == 0 else None,
    params={"units": 32, "learning_rate": 0.01, "optimizer": tf.train.AdamOptimizer},
    config=tf.estimator.RunConfig(session_config=config)
)
estimator.train(input_fn, steps=max(1, 10000 // hvd.size()), hooks=[hvd.BroadcastGlobalVariablesHook(0)])
