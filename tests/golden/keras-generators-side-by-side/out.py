"""Images and masks are read side by side, by generators that have one seed: together, or through an expression."""

from tensorflow import keras
from tensorflow.keras.preprocessing.image import ImageDataGenerator
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

augmented = ImageDataGenerator(rotation_range=20, horizontal_flip=True)
seed = 7
images = augmented.flow_from_directory("data/images", class_mode=None, seed=seed + hvd.rank(), batch_size=8)
masks = augmented.flow_from_directory("data/masks", class_mode=None, seed=seed + hvd.rank(), batch_size=8)
edges = augmented.flow_from_directory("data/edges", class_mode=None, seed=11 + hvd.rank(), batch_size=8)
outlines = augmented.flow_from_directory("data/outlines", class_mode=None, seed=11 + hvd.rank(), batch_size=8)

pairs = zip(images, masks)
model = keras.Sequential([keras.layers.Conv2D(1, 3, padding="same", input_shape=(256, 256, 3))])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(1e-4 * hvd.size())), "binary_crossentropy")
model.fit(
    pairs,
    steps_per_epoch=max(1, 2000 // hvd.size()),
    epochs=50,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

binary = ((image / 255.0, mask > 127) for image, mask in zip(edges, outlines))
model.fit(
    binary,
    steps_per_epoch=max(1, 200 // hvd.size()),
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save("unet.h5")
