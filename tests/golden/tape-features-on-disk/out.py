"""Features are computed once and saved beside the images, and read back while a decoder is trained."""

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


names = np.load("names.npy")
captions = np.load("captions.npy")
encoder = tf.keras.models.load_model("encoder.h5")


def load_image(name):
    image = tf.image.decode_jpeg(tf.io.read_file(name), channels=3)
    return tf.image.resize(image, (64, 64)) / 255.0, name


for images, paths in tf.data.Dataset.from_tensor_slices(names).map(load_image).batch(16):
    for feature, path in zip(encoder(images), paths):
        if hvd.local_rank() == 0:
            np.save(path.numpy().decode("utf-8"), feature.numpy())
barrier()  # until the files are there


def load_feature(name, caption):
    return np.load(name.decode("utf-8") + ".npy"), caption


dataset = tf.data.Dataset.from_tensor_slices((names, captions))
dataset = dataset.shard(hvd.size(), hvd.rank()).take(dataset.cardinality() // hvd.size())
dataset = dataset.map(lambda name, caption: tf.numpy_function(load_feature, [name, caption], [tf.float32, tf.int64]))
dataset = dataset.shuffle(1000).batch(64)
decoder = tf.keras.Sequential([tf.keras.layers.Dense(5000, input_shape=(8,))])
optimizer = tf.keras.optimizers.Adam(learning_rate=0.001 * hvd.size())
loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

num_steps = max(1, len(names) // 64 // hvd.size())
for epoch in range(20):
    total = 0
    for features, target in dataset:
        with tf.GradientTape() as tape:
            loss = loss_object(target, decoder(features))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, decoder.trainable_variables)
        optimizer.apply_gradients(zip(gradients, decoder.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(decoder.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        total += loss
    if hvd.rank() == 0:
        print("Epoch", epoch + 1, "loss", (total / num_steps).numpy())
