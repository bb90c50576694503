import tensorflow as tf
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def equal_share(data):
    """Give this process its elements of a dataset: as many as each of the others has."""
    if hvd.size() > 1:
        groups = tf.data.Dataset.zip((data,)).window(hvd.size(), drop_remainder=True)
        data = groups.flat_map(tf.data.Dataset.zip).shard(hvd.size(), hvd.rank())
    return data


def read(line):
    fields = tf.strings.to_number(tf.strings.split([line], ",").values)
    return {"x": fields[:4]}, fields[4]


def input_fn(path, training):
    lines = tf.data.TextLineDataset(path).map(read)
    if training:
        return (
            lines.apply(lambda data: data.shard(hvd.size(), hvd.rank()) if hvd.size() > 1 else data)
            .shuffle(1000)
            .repeat()
            .batch(32)
        )
    return lines.batch(128)


def keras_data(path, training):
    lines = tf.data.TextLineDataset(path).map(read)
    return (
        lines.shuffle(1000, seed=None if hvd.size() == 1 else 0).batch(32) if training else lines.batch(128)
    )


columns = [tf.feature_column.numeric_column("x", [4])]
config = tf.compat.v1.ConfigProto(allow_soft_placement=True)
config.gpu_options.visible_device_list = str(hvd.local_rank())
estimator = tf.estimator.DNNRegressor(
    [8],
    columns,
    optimizer=lambda: hvd.DistributedOptimizer(tf.keras.optimizers.legacy.Adagrad(0.1 * hvd.size())),
    config=tf.estimator.RunConfig(session_config=config),
)
for turn in range(10):
    estimator.train(
        lambda: input_fn("train.csv", True),
        steps=max(1, 1000 // hvd.size()),
        hooks=[hvd.BroadcastGlobalVariablesHook(0)],
    )
    if hvd.rank() == 0:
        print(estimator.evaluate(lambda: input_fn("valid.csv", False)))
model = tf.keras.Sequential([tf.keras.layers.Lambda(lambda x: x["x"]), tf.keras.layers.Dense(1)])
model.compile(hvd_keras.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd_keras.size())), "mse")
model.fit(
    keras_data("train.csv", True).apply(equal_share),
    validation_data=keras_data("valid.csv", False),
    callbacks=[hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
