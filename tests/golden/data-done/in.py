"""Work that is divided by hand already."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = np.ones([101, 1], "float32")
mine = slice(hvd.rank(), 100, hvd.size())
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
model.fit(x[mine], x[mine], callbacks=callbacks, verbose=0)
data = tf.data.Dataset.from_tensor_slices((x, x)).shard(hvd.size(), hvd.rank()).batch(5, drop_remainder=True)
model.fit(data, callbacks=callbacks, verbose=0)
steps = 500 // hvd.size()
model.fit(data.repeat(), steps_per_epoch=steps, callbacks=callbacks, verbose=0)
