"""A sequence that looks at the boxes of each image one after another, in a loop without a counter of its own."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Boxes(tf.keras.utils.Sequence):
    def __init__(self, images, boxes, batch_size):
        self.images = images
        self.boxes = boxes
        self.batch_size = batch_size

    def __len__(self):
        return len(self.images) // self.batch_size

    def __getitem__(self, index):
        largest = np.zeros((self.batch_size, 4), np.float32)
        images = []
        for row in range(self.batch_size):
            place = index * self.batch_size + row
            images.append(self.images[place])
            box = 0
            while box < len(self.boxes[place]):
                largest[row] = np.maximum(largest[row], self.boxes[place][box])
                box += 1
        return np.stack(images), largest


# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
train = Boxes(np.load("images.npy")[shard], np.load("boxes.npy")[shard], 16)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(4)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(learning_rate=0.001 * hvd.size())), "mse")
model.fit(
    train,
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
