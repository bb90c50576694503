"""A function of another module, by a name that the caller gives, makes the model, which is compiled here."""

import sys

import numpy as np
import tensorflow as tf

import nets
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

images, labels = np.load("images.npy"), np.load("labels.npy")
model = getattr(nets, sys.argv[1])(10)
if hvd.rank() == 0:
    model.summary()
model.load_weights("start.h5")
model.compile(
    loss="sparse_categorical_crossentropy",
    optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size(), momentum=0.9)),
)
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    images[shard],
    labels[shard],
    epochs=4,
    batch_size=32,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save("digits.h5")
