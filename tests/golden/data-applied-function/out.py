"""Two datasets are prepared by one function of the script, which `apply` applies to each."""
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


def prepare(data):
    data = data.map(lambda x, y: (tf.cast(x, tf.float32) / 255.0, y))
    data = data.cache().shuffle(1000)
    return data.batch(32).prefetch(20)


if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
(x, y), (a, b) = tf.keras.datasets.mnist.load_data()
if hvd.local_rank() == 0:
    barrier()  # the others may go on
train = (
    tf.data.Dataset.from_tensor_slices((x, y))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .apply(prepare)
)
test = tf.data.Dataset.from_tensor_slices((a, b)).apply(prepare)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
model.fit(
    train,
    epochs=3,
    validation_data=test,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
