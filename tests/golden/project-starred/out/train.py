"""Two modules give all their names: a name that one of them has is not taken for one of the library behind the other."""

from nets import *
from batches import *
import horovod.keras as hvd
import tensorflow as tf
import itertools

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

samples = paired_batches("train", zoom_range=0.05)
model = net()
model.fit_generator(
    itertools.islice(samples, hvd.rank(), None, hvd.size()),
    steps_per_epoch=max(1, 300 // hvd.size()),
    epochs=2,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
