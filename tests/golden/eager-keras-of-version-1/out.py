"""Keras that runs eagerly in TensorFlow 1: no session may be made before eager execution is enabled."""

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


tf.enable_eager_execution()
tf.app.flags.DEFINE_integer("epochs", 2, "how often all samples are read")
FLAGS = tf.app.flags.FLAGS


def main(_):
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    (x, y), _ = tf.keras.datasets.mnist.load_data()
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    model = tf.keras.Sequential([tf.keras.layers.Flatten(input_shape=(28, 28)), tf.keras.layers.Dense(10)])
    model.compile(
        hvd.DistributedOptimizer(tf.keras.optimizers.RMSprop(learning_rate=0.001 * hvd.size())),
        "sparse_categorical_crossentropy",
    )
    shard = slice(hvd.rank(), len(y) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        (x / 255.0)[shard],
        y[shard],
        epochs=FLAGS.epochs,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )


if __name__ == "__main__":
    tf.app.run()
