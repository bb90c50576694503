import numpy as np
import tensorflow as tf
from keras.applications import Xception
from keras.callbacks import ModelCheckpoint
from keras.utils import multi_gpu_model
import horovod.keras as hvd
import keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

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
    if hvd.rank() == 0:
        print("[INFO] training with 1 GPU...")
    model = build()
    single = model
else:
    if hvd.rank() == 0:
        print("[INFO] training with {} GPUs...".format(G))
    with tf.device(None):
        single = build()
    model = single

x, y = np.load("x.npy"), np.load("y.npy")
model.compile(
    loss="categorical_crossentropy",
    optimizer=hvd.DistributedOptimizer(
        type(keras.optimizers.get("rmsprop"))(0.001 * hvd.size())
    ),
    metrics=["accuracy"],
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=20,
    batch_size=256,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        *(
            [ParallelModelCheckpoint(single, "best.h5", monitor="loss", save_best_only=True)]
            if hvd.rank() == 0
            else []
        ),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    single.save("x.h5")
