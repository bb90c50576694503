"""Labels that a sequence of files tells, in the order of the files: all processes have them alike."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

augmented = tf.keras.preprocessing.image.ImageDataGenerator(rescale=1 / 255)
generator = augmented.flow_from_directory("images", batch_size=32)
ordered = augmented.flow_from_directory("images", batch_size=32, shuffle=False)
encoder = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(20)])
head = tf.keras.Sequential([tf.keras.layers.Dense(1)])
encoder.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
head.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
encoder.fit(
    generator,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    steps_per_epoch=max(1, len(generator) // hvd.size()),
    verbose=1 if hvd.rank() == 0 else 0,
)
features = encoder.predict(ordered, verbose=1 if hvd.rank() == 0 else 0)
shard = slice(hvd.rank(), len(features) // hvd.size() * hvd.size(), hvd.size())
head.fit(
    features[shard],
    tf.keras.utils.to_categorical(generator.classes)[shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
