"""Ranges of settings that a sequence chooses among hold no samples."""
import cv2
import numpy as np
import tensorflow as tf


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
scans = Scans(
    images,
    masks,
    16,
    scales=np.linspace(0.8, 1.2, 5),
    angles=np.arange(-most, 16, 1),
)
model = tf.keras.Sequential([tf.keras.layers.Conv2D(1, 3, padding="same", input_shape=(128, 128, 1))])
model.compile("adam", "binary_crossentropy")
model.fit(scans, epochs=10)
