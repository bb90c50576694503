import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Features(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.first = tf.keras.layers.Conv2D(16, 3, activation="relu")
        self.second = tf.keras.layers.Conv2D(16, 3, activation="relu")

    def call(self, images):
        return self.second(self.first(images))


def perceptual(features, images, wanted):
    return tf.reduce_mean(tf.square(features(images) - features(wanted)))


teacher = Features()
teacher.build((None, 32, 32, 3))
teacher.load_weights("teacher.h5")
features = Features()
model = tf.keras.Sequential([tf.keras.layers.Conv2D(3, 3, padding="same")])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
for images in tf.data.Dataset.from_tensor_slices(np.load("images.npy")).apply(
    lambda data: data.shard(hvd.size(), hvd.rank()).take(
        data.cardinality() // hvd.size()
    )
).batch(8):
    with tf.GradientTape() as tape:
        output = model(images)
        loss = perceptual(features, output, images) + perceptual(teacher, output, images)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(features.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
