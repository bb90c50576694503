"""A rate of Keras on TensorFlow 1 is loaded into its variable before each part of the training."""
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
config.gpu_options.visible_device_list = str(hvd.local_rank())
tf.keras.backend.set_session(tf.Session(config=config))


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


keras = tf.keras
if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
(x, y), _ = keras.datasets.mnist.load_data()
if hvd.local_rank() == 0:
    barrier()  # the others may go on
model = keras.Sequential([keras.layers.Flatten(input_shape=(28, 28)), keras.layers.Dense(10, activation="softmax")])
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.SGD(lr=0.1 * hvd.size())), "sparse_categorical_crossentropy"
)
session = tf.keras.backend.get_session()
for rate, epochs in ((0.1, 5), (0.01, 3)):
    model.optimizer.lr.load(rate * hvd.size(), session)
    shard = slice(hvd.rank(), len(y) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        (x / 255.0)[shard],
        y[shard],
        epochs=epochs,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
if hvd.rank() == 0:
    print(tf.log(1.0))
