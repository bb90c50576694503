"""A period is a part of the length of a dataset that is divided where it is made: it is that of one process by that."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def loader(path):
    images = tf.keras.preprocessing.image_dataset_from_directory(
        path, label_mode=None, batch_size=32, seed=None if hvd.size() == 1 else 0
    )
    images = images.shard(hvd.size(), hvd.rank()).take(images.cardinality() // hvd.size())
    return images.map(lambda x: x / 255.0)


model = tf.keras.Sequential([tf.keras.layers.Conv2D(3, 3, padding="same")])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
images = loader("photos")
batches = len(images)
for epoch in range(10):
    for turn, x in enumerate(images):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - x) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if epoch == 0 and turn == 0:
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        if (turn + 1) % max(1, (batches // 5)) == 0 and hvd.rank() == 0:
            model.save_weights("weights.h5")
