"""A function that shows something in many places, and callbacks that end a list."""
import numpy as np
import tensorflow as tf
from tensorflow.keras.callbacks import CSVLogger, EarlyStopping, ModelCheckpoint, ReduceLROnPlateau, TensorBoard
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def banner(text):
    """Show a text between lines."""
    if hvd.rank() != 0:
        return
    line = "=" * len(text)
    print(line)
    print(text.upper())
    print(line)


banner("start")
x = np.random.RandomState(0).rand(65, 3).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
banner("model")
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
callbacks = [
    hvd.callbacks.BroadcastGlobalVariablesCallback(0),
    hvd.callbacks.MetricAverageCallback(),
    EarlyStopping("loss"),
]
if hvd.rank() == 0:
    callbacks += [ModelCheckpoint("best.h5"), TensorBoard("logs")]
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(x[shard], x[:, :1][shard], verbose=0, callbacks=callbacks)
banner("fitted")
if len(x) > 3:
    more = [
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        EarlyStopping("loss"),
        ReduceLROnPlateau("loss"),  # slower
    ]
    if hvd.rank() == 0:
        more += [
            ModelCheckpoint(
                "best.h5",
                monitor="loss",
            ),
            # the log
            CSVLogger("log.csv"),
        ]
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(x[shard], x[:, :1][shard], verbose=0, callbacks=more)
for i in range(2):
    if i:
        banner("end")
