"""What an object reads as it is made is waited for before that, though all meet later to fetch the weights."""
import argparse
import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


class Clips(tf.keras.utils.Sequence):
    def __init__(self, folder, size):
        self.folder, self.size = folder, size
        self.names = sorted(os.listdir(folder))

    def __len__(self):
        return len(self.names) // self.size

    def __getitem__(self, index):
        batch = self.names[index * self.size : (index + 1) * self.size]
        return np.stack([np.load(os.path.join(self.folder, name)) for name in batch]), np.zeros(len(batch))


def prepare(source, target):
    for name in os.listdir(source):
        np.save(os.path.join(target, name + ".npy"), np.fromfile(os.path.join(source, name)))


parser = argparse.ArgumentParser()
parser.add_argument("--prepare", action="store_true")
args = parser.parse_args()
if args.prepare and hvd.local_rank() == 0:
    os.makedirs("prepared", exist_ok=hvd.local_size() < hvd.size())
    prepare("raw", "prepared")
barrier()  # until the files are there
clips = Clips("prepared", 8)
if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
model = tf.keras.applications.MobileNetV2(weights="imagenet")
if hvd.local_rank() == 0:
    barrier()  # the others may go on
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
model.fit(
    clips,
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    steps_per_epoch=max(1, len(clips) // hvd.size()),
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save("model.h5")
