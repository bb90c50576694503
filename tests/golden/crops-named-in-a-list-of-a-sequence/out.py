"""A sequence cuts its pictures first, and reads the crops by the names in a part of its list: every process waits until they are there."""

import os
import shutil

import cv2
import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


def load(path):
    assert os.path.exists(path)
    return cv2.imread(path)


class Crops(keras.utils.Sequence):
    def __init__(self, pictures, is_train, size=8):
        self.pictures = pictures
        self.files = []
        self.size = size
        if is_train:
            self.folder = ".crops"
        else:
            self.folder = ".val_crops"
        if os.path.exists(self.folder) and hvd.local_rank() == 0:
            shutil.rmtree(self.folder)
        if hvd.local_rank() == 0:
            os.makedirs(self.folder, exist_ok=hvd.local_size() < hvd.size())
        barrier()  # until the files are there
        self.cut()
        np.random.shuffle(self.files)

    def cut(self):
        for i, picture in enumerate(self.pictures):
            image = cv2.imread(picture)
            name = "{}_{}.jpg".format(os.path.basename(picture), i)
            name = os.path.join(self.folder, name)
            if hvd.local_rank() == 0:
                cv2.imwrite(name, image[:8, :8])
            self.files.append(name)
        barrier()  # until the files are there

    def __len__(self):
        return len(self.files) // self.size

    def __getitem__(self, index):
        images = np.zeros((self.size, 8, 8, 3))
        for i, path in enumerate(self.files[index * self.size : (index + 1) * self.size]):
            images[i] = load(path)
        return images, images

    def on_epoch_end(self):
        np.random.shuffle(self.files)


with open("pictures.txt") as lines:
    pictures = lines.read().split()
model = keras.Sequential([keras.layers.Conv2D(3, 3, padding="same")])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
crops = Crops(pictures, True)
model.fit(
    crops,
    steps_per_epoch=max(1, len(crops) // hvd.size()),
    epochs=3,
    workers=4,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
