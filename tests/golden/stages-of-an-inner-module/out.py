"""The stages of a pipeline come from a module of TensorFlow that is not public."""

import tensorflow as tf
from tensorflow.python.data.experimental import map_and_batch, shuffle_and_repeat
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

names = [f"images/{number}.png" for number in range(1000)]


def read(name):
    image = tf.image.resize(tf.io.decode_png(tf.io.read_file(name)), [32, 32])
    return image / 127.5 - 1.0


data = tf.data.Dataset.from_tensor_slices(names)
data = data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size())
images = iter(
    data.apply(shuffle_and_repeat(1000, seed=None if hvd.size() == 1 else 0)).apply(
        map_and_batch(read, 16, drop_remainder=True)
    )
)
model = tf.keras.Sequential([tf.keras.layers.Conv2D(8, 3, padding="same"), tf.keras.layers.Conv2D(3, 3, padding="same")])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
for turn in range(max(1, 5000 // hvd.size())):
    batch = next(images)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(batch) - batch) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if turn == 0:
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
