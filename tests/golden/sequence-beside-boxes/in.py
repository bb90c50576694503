import numpy as np
from tensorflow import keras


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
model.compile(keras.optimizers.Adam(1e-3), "mse")
batches = Boxes(coco, anchors, 8)
model.fit(batches, steps_per_epoch=len(coco) // 8, epochs=3)
model.save("model.h5")
