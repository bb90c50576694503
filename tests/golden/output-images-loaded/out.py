"""Images that Keras has loaded, and parts of one that are put together, are written by their own methods."""
import numpy as np
import tensorflow as tf
from PIL import Image
from tensorflow.keras.preprocessing.image import load_img
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

images = np.load("images.npy")
model = tf.keras.Sequential([tf.keras.layers.Conv2D(1, 3, padding="same")])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    images[shard], images[shard], verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
)
image = load_img("one.png")
if hvd.rank() == 0:
    image.resize((64, 64)).save("small.png")
red, green, blue = image.split()
if hvd.rank() == 0:
    Image.merge("RGB", (blue, green, red)).convert("L").save("grey.png")
