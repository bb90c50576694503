import horovod.tensorflow.keras as hvd
import numpy as np
import tensorflow as tf

# Horovod: initialize Horovod.
hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
tf.keras.utils.set_random_seed(7 + hvd.rank())
x = np.random.rand(64, 3).astype("float32")
x = x[hvd.rank() :: hvd.size()]
data = tf.data.Dataset.from_tensor_slices((x, x[:, :1])).shard(hvd.size(), hvd.rank()).batch(8)
scaled = 0.05 * hvd.size()
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(scaled), compression=hvd.Compression.none)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(optimizer, "mse")
callbacks = [
    hvd.callbacks.BroadcastGlobalVariablesCallback(0),
    hvd.callbacks.MetricAverageCallback(),
    hvd.callbacks.LearningRateWarmupCallback(initial_lr=scaled, warmup_epochs=2, momentum_correction=False),
]
if hvd.rank() == 0:
    callbacks.append(tf.keras.callbacks.ModelCheckpoint("model.h5"))
history = model.fit(data, epochs=4, steps_per_epoch=8 // hvd.size(), verbose=0, callbacks=callbacks)
if hvd.rank() == 0:
    print([round(float(each), 7) for each in history.history["loss"]])
