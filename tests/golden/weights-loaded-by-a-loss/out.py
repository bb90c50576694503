"""Begins anew where a loss is small, that of its own samples, and in the third pass, which all come to."""

import tensorflow as tf
from tensorflow import keras
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


tf.random.set_seed(1)
samples = keras.utils.image_dataset_from_directory("images", seed=1)
samples = samples.shard(hvd.size(), hvd.rank()).take(samples.cardinality() // hvd.size())
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
optimizer = keras.optimizers.Adam(0.001 * hvd.size())
model.build([None, 256, 256, 3])
if hvd.local_rank() == 0:
    model.save_weights("first.h5")
barrier()  # until first.h5 is there
for epoch in range(5):
    if epoch == 3:
        model.load_weights("first.h5")
    for x, y in samples:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(keras.losses.sparse_categorical_crossentropy(y, model(x), from_logits=True))
        tape = hvd.DistributedGradientTape(tape)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        if hvd.broadcast(bool(loss < 1e-5), root_rank=0):
            model.load_weights("first.h5")
