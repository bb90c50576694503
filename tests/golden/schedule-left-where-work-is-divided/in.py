import horovod.tensorflow.keras as hvd
import numpy as np
import tensorflow as tf

hvd.init()
gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy")[hvd.rank() :: hvd.size()], np.load("y.npy")[hvd.rank() :: hvd.size()]
data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).repeat().batch(8)
steps = len(x) // 8
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
rate = tf.keras.optimizers.schedules.CosineDecay(0.1 * hvd.size(), decay_steps=10000)
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(rate)), "mse")
other = tf.keras.Sequential([tf.keras.layers.Dense(1)])
told = tf.keras.optimizers.schedules.CosineDecay(0.1 * hvd.size(), decay_steps=10 * steps)
other.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(told)), "mse")
for each in (model, other):
    each.fit(
        data,
        epochs=10,
        steps_per_epoch=steps,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
