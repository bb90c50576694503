"""Read images with changes by chance or without: the one fit that takes either has one number of steps."""

import sys

import tensorflow as tf
from tensorflow.keras.preprocessing.image import ImageDataGenerator
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

if "--augment" in sys.argv:
    images = ImageDataGenerator(rescale=1 / 255, rotation_range=20).flow_from_directory("leaves", target_size=(64, 64))
else:
    images = ImageDataGenerator(rescale=1 / 255).flow_from_directory("leaves", target_size=(64, 64))

model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(5, activation="softmax")])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())), "categorical_crossentropy")
model.fit(
    images,
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    steps_per_epoch=max(1, len(images) // hvd.size()),
    verbose=1 if hvd.rank() == 0 else 0,
)
