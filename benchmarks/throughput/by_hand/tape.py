"""A small convolutional network trained by a custom loop, distributed as Horovod's documentation does it."""

import time

import horovod.tensorflow as hvd
import numpy as np
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

BATCH_SIZE = 64
STEPS = 6000
BLOCK = 10

rng = np.random.default_rng(0)
images = rng.random((2048, 28, 28, 1), dtype="float32")
labels = rng.integers(0, 10, size=2048)
dataset = tf.data.Dataset.from_tensor_slices((images, labels)).shard(hvd.size(), hvd.rank())
dataset = dataset.shuffle(2048).repeat().batch(BATCH_SIZE).prefetch(2)

model = tf.keras.Sequential(
    [
        tf.keras.layers.Conv2D(16, 3, activation="relu", input_shape=(28, 28, 1)),
        tf.keras.layers.MaxPooling2D(),
        tf.keras.layers.Conv2D(32, 3, activation="relu"),
        tf.keras.layers.MaxPooling2D(),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(128, activation="relu"),
        tf.keras.layers.Dense(10),
    ]
)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


ends = []
for step, (x, y) in enumerate(dataset.take(STEPS // hvd.size()), 1):
    loss = train_step(x, y)
    if step == 1:
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables, root_rank=0)
    if step % BLOCK == 0:
        loss.numpy()
        ends.append(time.monotonic())
if hvd.rank() == 0:
    print("blocks", *ends)
