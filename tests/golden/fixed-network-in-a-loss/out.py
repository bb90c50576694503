"""A loss asks networks that nothing trains: one that is made by chance, and a part of one that is pre-trained."""
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


images = np.load("images.npy")
samples = (
    tf.data.Dataset.from_tensor_slices(images)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)


def network():
    image = tf.keras.Input((32, 32, 3))
    return tf.keras.Model(image, tf.keras.layers.Dense(8)(tf.keras.layers.Flatten()(image)))


if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
pretrained = tf.keras.applications.VGG19(include_top=False, weights="imagenet")
if hvd.local_rank() == 0:
    barrier()  # the others may go on
features = tf.keras.Model(pretrained.input, pretrained.get_layer("block5_conv4").output)
head = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(8)])
predictor = network()
target = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(8)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())


@tf.function
def train_step(batch):
    with tf.GradientTape() as tape:
        predicted = predictor(batch)
        loss = tf.reduce_mean((predicted - target(batch)) ** 2)
        loss += tf.reduce_mean((predicted - head(features(batch))) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, predictor.trainable_variables), predictor.trainable_variables))


for epoch in range(10):
    for batch in samples:
        train_step(batch)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(predictor.variables, root_rank=0)
            hvd.broadcast_variables(target.variables, root_rank=0)
            hvd.broadcast_variables(head.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
