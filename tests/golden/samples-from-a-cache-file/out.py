"""The number of samples is that of a file which the script writes itself: no turn that a run goes on at."""
import json
import os

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


class Samples:
    def __init__(self, training):
        self.training = training

    def listed(self, path):
        name = "train" if self.training else "val"
        kept = f"/tmp/samples_{name}.npz"
        if os.path.exists(kept):
            data = np.load(kept)
            return list(data.get("images")), list(data.get("labels"))
        listed = json.load(open(path))
        images, labels = listed["images"], listed["labels"]
        with open(kept, "wb") as file:
            np.savez(file, images=images, labels=labels)
        return images, labels

    def load(self, path):
        if hvd.local_rank() != 0:
            barrier()  # until the first process of this host is done
        images, labels = self.listed(path)
        if hvd.local_rank() == 0:
            barrier()  # the others may go on
        data = tf.data.Dataset.from_tensor_slices((images, labels))
        data = data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size())
        if self.training:
            data = data.repeat().shuffle(1000)
        return data.batch(32)


train, val = Samples(True).load("train.json"), Samples(False).load("val.json")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
for image, label in train:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(image) - label) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
