import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

features = {"x": np.random.RandomState(0).rand(200, 5).astype("float32")}
labels = features["x"].sum(axis=1)


def model_fn(features, labels, mode, params):
    """A linear regression."""
    net = tf.compat.v1.layers.dense(features["x"], 1, name="out")[:, 0]
    if mode == tf.estimator.ModeKeys.PREDICT:
        return tf.estimator.EstimatorSpec(mode, predictions=net)
    loss = tf.compat.v1.losses.mean_squared_error(labels, net)
    if mode == tf.estimator.ModeKeys.EVAL:
        return tf.estimator.EstimatorSpec(mode, loss=loss)
    optimizer = tf.compat.v1.train.AdagradOptimizer(learning_rate=params["rate"] * hvd.size())
    optimizer = hvd.DistributedOptimizer(optimizer)
    update_ops = tf.compat.v1.get_collection(tf.compat.v1.GraphKeys.UPDATE_OPS)
    with tf.control_dependencies(update_ops):
        train_op = optimizer.minimize(loss, tf.compat.v1.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)


def input_fn():
    return (
        tf.data.Dataset.from_tensor_slices((features, labels))
        .apply(
            lambda data: data.shard(hvd.size(), hvd.rank()).take(
                tf.data.experimental.cardinality(data) // hvd.size()
            ) if hvd.size() > 1 else data
        )
        .shuffle(200)
        .repeat()
        .batch(20)
    )


def main():
    config = tf.compat.v1.ConfigProto(allow_soft_placement=True)
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    estimator = tf.estimator.Estimator(
        model_fn,
        model_dir="regression" if hvd.rank() == 0 else None,
        params={"rate": 0.1},
        config=tf.estimator.RunConfig(session_config=config),
    )
    estimator.train(
        input_fn, steps=max(1, 60 // hvd.size()), hooks=[hvd.BroadcastGlobalVariablesHook(0)]
    )


if __name__ == "__main__":
    main()
