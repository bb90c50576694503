"""Someone has begun to distribute this one."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

rng = np.random.default_rng(53)
x = rng.normal(size=(151, 5)).astype("float32")
y = rng.integers(0, 2, size=151)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(10)

model = tf.keras.Sequential([tf.keras.layers.Dense(7, activation="relu"), tf.keras.layers.Dense(2)])
opt = tf.keras.optimizers.Adam(0.001 * hvd.size())
opt = hvd.DistributedOptimizer(opt)
model.compile(
    optimizer=opt,
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
model.fit(dataset, epochs=2, callbacks=[tf.keras.callbacks.ModelCheckpoint("partly.h5")])
