"""A flow of images that is made in the arguments of a fit gets a name: it is counted, too."""

import tensorflow as tf
from tensorflow.keras.preprocessing.image import ImageDataGenerator
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(2)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
datagen = ImageDataGenerator(rescale=1.0 / 255)
training_samples = datagen.flow_from_directory("train", target_size=(8, 8))
model.fit(
    training_samples,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    steps_per_epoch=max(1, len(training_samples) // hvd.size()),
    verbose=1 if hvd.rank() == 0 else 0,
)
