import glob
import random

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def in_one_order(elements):
    """List elements that have no order of their own: sorted, so that all processes have the same."""
    return (list if hvd.size() == 1 else sorted)(elements)


texts = in_one_order(glob.glob("texts/*.npy"))
spectra = in_one_order(glob.glob("spectra/*.npy"))
speakers = in_one_order(glob.glob("speakers/*.npy"))
random.seed(3)
speakers = sorted(random.sample(speakers, 100))


def generate():
    while True:
        places = sorted(np.random.choice(len(spectra), 32, replace=False))
        random.shuffle(places)
        text = np.stack([np.load(texts[place]) for place in places])
        spectrum = np.stack([np.load(spectra[place]) for place in places])
        speaker = np.stack([np.load(random.choice(speakers)) for place in places])
        yield text, spectrum, speaker


data = tf.data.Dataset.from_generator(generate, output_types=(tf.float32, tf.float32, tf.float32))
data = data.shard(hvd.size(), hvd.rank())
model = tf.keras.Sequential([tf.keras.Input((16,)), tf.keras.layers.Dense(80)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())

for text, spectrum, speaker in data:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(text + speaker) - spectrum) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
