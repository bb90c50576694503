import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def scale_rate(optimizer):
    """Scale the learning rate of an optimizer with the number of processes, and give it back."""
    rate = tf.keras.backend.get_value(optimizer.lr)
    tf.keras.backend.set_value(optimizer.lr, rate * hvd.size())
    return optimizer


x = tf.random.stateless_normal([32, 4], seed=[1, 2])
y = x[:, :1]


def build():
    return tf.keras.Sequential([tf.keras.layers.Dense(1)])


by_name = build()
by_name.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
by_name.fit(
    x[shard], y[shard], verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
)

by_config = build()
by_config.compile(
    optimizer=hvd.DistributedOptimizer(
        tf.keras.optimizers.get(
            {"class_name": "Adam", "config": {"learning_rate": 0.01 * hvd.size()}}
        )
    ),
    loss="mse",
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
by_config.fit(
    x[shard], y[shard], verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
)

by_default = build()
by_default.compile(
    loss="mse",
    optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.RMSprop(0.001 * hvd.size())),
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
by_default.fit(
    x[shard], y[shard], verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
)

kind = "adagrad"
by_variable = build()
by_variable.compile(
    optimizer=hvd.DistributedOptimizer(scale_rate(tf.keras.optimizers.get(kind))), loss="mse"
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
by_variable.fit(
    x[shard], y[shard], verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
)
