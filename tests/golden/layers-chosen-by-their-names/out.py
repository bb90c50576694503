"""Layers get weights by what their names begin with: all processes have the same names, and decide alike."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def network():
    image = tf.keras.Input((4,))
    hidden = tf.keras.layers.Dense(8, name="body")(image)
    return tf.keras.Model(image, tf.keras.layers.Dense(2, name="output_0")(hidden))


images = np.load("images.npy")
samples = (
    tf.data.Dataset.from_tensor_slices(images)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
model, pretrained = network(), network()
pretrained.load_weights("pretrained.h5")
for layer in model.layers:
    if not layer.name.startswith("output"):
        layer.set_weights(pretrained.get_layer(layer.name).get_weights())
        layer.trainable = False
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
for epoch in range(10):
    for batch in samples:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
