"""The model is an attribute of an object that the caller gives, as another is, of which no more is asked than its size."""

import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def fit(network, settings, images, labels):
    network.model.compile(loss="mse", optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())))
    if settings.model.large and hvd.rank() == 0:
        print("this takes long")
    shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
    network.model.fit(
        images[shard],
        labels[shard],
        epochs=4,
        batch_size=32,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    if hvd.rank() == 0:
        network.model.save("model.h5")
