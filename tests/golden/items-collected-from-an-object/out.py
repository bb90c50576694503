import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def in_one_order(elements):
    """List elements that have no order of their own: sorted, so that all processes have the same."""
    return (list if hvd.size() == 1 else sorted)(elements)


class Tracks:
    def __init__(self, folder):
        self.tracks = []
        for name in in_one_order(os.listdir(folder)):
            self.tracks.append(np.load(os.path.join(folder, name)))

    def __len__(self):
        return len(self.tracks)

    def __getitem__(self, index):
        return self.tracks[index]


tracks = np.asarray(Tracks("tracks"))
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
for epoch in range(20):
    shard = slice(
        hvd.rank(), len(tracks) // hvd.size() * hvd.size(), hvd.size()
    )
    for track in tracks[shard]:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(track[:-1]) - track[1:]))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
