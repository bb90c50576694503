"""A function trains by arrays or by batches, and no call gives it arrays."""

import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def train(model, samples, values, batches=None):
    """Train a model by what there is."""
    if batches is None:
        model.fit(
            samples,
            values,
            batch_size=16,
            epochs=2,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )
    else:
        model.fit(
            batches,
            steps_per_epoch=max(1, 2000 // 16 // hvd.size()),
            epochs=2,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )


net = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(2)])
net.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.001 * hvd.size())), "mse"
)
images = tf.keras.preprocessing.image.ImageDataGenerator(horizontal_flip=True)
train(net, None, None, images.flow_from_directory("images", batch_size=16))
