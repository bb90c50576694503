import io

import matplotlib.image
import numpy as np
import tensorflow as tf

from drawings import draw
from networks import Decoder
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Autoencoder:
    def __init__(self, decoder):
        self.decoder = decoder
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(4), decoder])
        self.model.compile(
            hvd.DistributedOptimizer(
                tf.keras.optimizers.SGD(0.01 * hvd.size())
            ),
            "mse",
        )

    def save(self, folder):
        if hvd.rank() == 0:
            self.model.save_weights(folder + "/autoencoder.h5")
            self.decoder.save_weights(folder + "/decoder.h5")
            self.decoder.save(folder + "/decoder")


def picture(value):
    buffer = io.BytesIO()
    draw(value).save(buffer, format="png")
    return tf.image.decode_png(buffer.getvalue())


samples = np.load("samples.npy")
pictures = np.stack([picture(each) for each in samples])
autoencoder = Autoencoder(Decoder())
shard = slice(hvd.rank(), len(pictures) // hvd.size() * hvd.size(), hvd.size())
autoencoder.model.fit(
    pictures[shard],
    pictures[shard],
    batch_size=8,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
autoencoder.save("saved")
if hvd.rank() == 0:
    matplotlib.image.imsave("first.png", pictures[0])
