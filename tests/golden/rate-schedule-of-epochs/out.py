"""A schedule of Keras that a callback calls with the epoch: its steps are epochs, which stay."""

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


if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
(x, y), _ = tf.keras.datasets.mnist.load_data()
if hvd.local_rank() == 0:
    barrier()  # the others may go on
decay = tf.keras.optimizers.schedules.PolynomialDecay(initial_learning_rate=0.1, decay_steps=20, end_learning_rate=0.001, power=0.9)
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "sparse_categorical_crossentropy")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=20,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        tf.keras.callbacks.LearningRateScheduler(lambda epoch: decay(epoch) * hvd.size()),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
