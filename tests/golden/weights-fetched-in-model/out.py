import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


class Perceptual(tf.keras.Model):
    def __init__(self):
        super().__init__()
        if hvd.local_rank() != 0:
            barrier()  # until the first process of this host is done
        features = tf.keras.applications.VGG19(weights="imagenet", include_top=False)
        if hvd.local_rank() == 0:
            barrier()  # the others may go on
        features.trainable = False
        self.features = tf.keras.Model(features.input, features.get_layer("block3_conv1").output)

    def call(self, images):
        return self.features(images)


class PerceptualLoss:
    def __init__(self):
        self.perceptual = Perceptual()

    def __call__(self, real, made):
        return tf.reduce_mean(tf.abs(self.perceptual(real) - self.perceptual(made)))


images = np.load("images.npy")
data = (
    tf.data.Dataset.from_tensor_slices(images)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(8)
)
model = tf.keras.Sequential([tf.keras.Input((None, None, 3)), tf.keras.layers.Conv2D(3, 3, padding="same")])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
perceptual_loss = PerceptualLoss()

for epoch in range(10):
    for batch in data:
        with tf.GradientTape() as tape:
            loss = perceptual_loss(batch, model(batch))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(perceptual_loss.perceptual.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
if hvd.rank() == 0:
    model.save_weights("model.h5")
