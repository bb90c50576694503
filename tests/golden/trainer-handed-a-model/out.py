"""A trainer is handed a model, of which is only seen how it is compiled; the class of it stands in another program."""

import os

import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def set_up(model, rate):
    model.compile(
        optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.Adam(learning_rate=rate * hvd.size())),
        loss="mse",
        metrics=["mae"],
    )


class Trainer:
    def __init__(self, model, folder):
        self.model = model
        self.folder = folder

    def run(self, images, labels):
        set_up(self.model, 0.001)
        if os.path.exists(self.folder + "/before.h5"):
            self.model.load_weights(self.folder + "/before.h5")
        shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
        self.model.fit(
            images[shard],
            labels[shard],
            epochs=4,
            batch_size=32,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )
        if hvd.rank() == 0:
            self.model.summary()
            self.model.save(self.folder + "/after.h5")
