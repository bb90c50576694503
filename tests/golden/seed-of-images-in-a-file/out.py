"""Let a file say how images are read: their order may be by a seed, or that of their names, which no argument shows."""

import json

import tensorflow as tf
from tensorflow.keras.preprocessing.image import ImageDataGenerator
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

with open("train.json") as file:
    options = json.load(file)
shown = {"target_size": (64, 64), "seed": 7 + hvd.rank()}
reader = ImageDataGenerator(rescale=1 / 255)
for images in (
    reader.flow_from_directory("leaves", **options["images"]),
    reader.flow_from_directory("leaves", seed=7 + hvd.rank(), **options["images"]),
    reader.flow_from_directory("leaves", **shown),
):
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(5, activation="softmax")])
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())), "categorical_crossentropy")
    model.fit(
        images,
        epochs=10,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        steps_per_epoch=max(1, len(images) // hvd.size()),
        verbose=1 if hvd.rank() == 0 else 0,
    )
