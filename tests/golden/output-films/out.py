"""A film that is made of pictures is written by a method of its own: nobody reads it."""

import moviepy.editor as mpy
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def film(images, path):
    clip = mpy.VideoClip(lambda second: images[int(second)], duration=len(images))
    clip.write_gif(path, fps=1)


x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse"
)
for turn in range(4):
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        x[..., :3][shard],
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    if hvd.rank() == 0:
        model.save_weights(f"saved/{turn}.h5")
        film(model.predict(x), f"saved/{turn}.gif")
