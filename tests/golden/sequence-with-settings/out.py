"""Ranges of settings that a sequence chooses among hold no samples."""
import cv2
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Scans(tf.keras.utils.Sequence):
    def __init__(self, images, masks, size, scales, angles):
        self.images, self.masks = images, masks
        self.size = size
        self.scales = scales
        self.angles = angles

    def __len__(self):
        return len(self.images) // self.size

    def __getitem__(self, index):
        images = self.images[index * self.size : (index + 1) * self.size]
        masks = self.masks[index * self.size : (index + 1) * self.size]
        return np.array([self.distort(image) for image in images]), masks

    def distort(self, image):
        scale, angle = np.random.choice(self.scales), np.random.choice(self.angles)
        turned = cv2.getRotationMatrix2D((64, 64), angle, scale)
        return cv2.warpAffine(image, turned, (128, 128))


images, masks = np.load("images.npy"), np.load("masks.npy")
most = 15
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
scans = Scans(
    images[shard],
    masks[shard],
    16,
    scales=np.linspace(0.8, 1.2, 5),
    angles=np.arange(-most, 16, 1),
)
model = tf.keras.Sequential([tf.keras.layers.Conv2D(1, 3, padding="same", input_shape=(128, 128, 1))])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "binary_crossentropy"
)
model.fit(
    scans,
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
