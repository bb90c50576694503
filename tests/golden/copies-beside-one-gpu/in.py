import numpy as np
import tensorflow as tf
from keras.applications import Xception
from keras.callbacks import ModelCheckpoint
from keras.utils import multi_gpu_model

G = 4


def build():
    return Xception(weights=None, input_shape=(64, 64, 3), classes=10)


class ParallelModelCheckpoint(ModelCheckpoint):
    def __init__(self, model, filepath, **kwargs):
        self.single_model = model
        super(ParallelModelCheckpoint, self).__init__(filepath, **kwargs)

    def set_model(self, model):
        super(ParallelModelCheckpoint, self).set_model(self.single_model)


if G <= 1:
    print("[INFO] training with 1 GPU...")
    model = build()
    single = model
else:
    print("[INFO] training with {} GPUs...".format(G))
    with tf.device("/cpu:0"):
        single = build()
    model = multi_gpu_model(single, gpus=G)

x, y = np.load("x.npy"), np.load("y.npy")
model.compile(loss="categorical_crossentropy", optimizer="rmsprop", metrics=["accuracy"])
model.fit(
    x,
    y,
    epochs=20,
    batch_size=256,
    callbacks=[ParallelModelCheckpoint(single, "best.h5", monitor="loss", save_best_only=True)],
)
single.save("x.h5")
