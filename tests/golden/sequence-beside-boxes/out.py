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


class Boxes(keras.utils.Sequence):
    def __init__(self, coco, anchors, batch_size):
        self.coco = coco
        self.ids = list(coco.keys())
        self.anchors = anchors
        self.batch_size = batch_size
        self.length = len(self.ids)

    def __getitem__(self, index):
        images, boxes = [], []
        for place in range(index * self.batch_size, (index + 1) * self.batch_size):
            image, found = self.coco[self.ids[place % self.length]]
            images.append(image)
            boxes.append(matched(found, self.anchors))
        return np.array(images), np.array(boxes)

    def __len__(self):
        return self.length // self.batch_size


def matched(found, anchors):
    return np.abs(anchors[:, None] - found).min(axis=1)


anchors = np.random.RandomState(1).rand(100, 4)
coco = {number: (np.zeros([16, 16, 3]), np.zeros([4])) for number in range(64)}
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(100)])
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), "mse"
)
batches = Boxes(coco, anchors, 8)
model.fit(
    batches,
    steps_per_epoch=max(1, len(coco) // 8 // hvd.size()),
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save("model.h5")
