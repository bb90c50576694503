from concurrent.futures import ThreadPoolExecutor

import numpy as np
import tensorflow as tf
import torch
from datasets import load_dataset
from torch.utils.data import DataLoader
from torchvision import transforms
from torchvision.datasets import MNIST
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

torch.manual_seed(1)


def read(part):
    return np.load(f"part{part}.npy")


images, labels = [], []
for image, label in DataLoader(MNIST("mnist", transform=transforms.ToTensor()), batch_size=100, shuffle=True):
    images.append(image.numpy())
    labels.append(label.numpy())
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10, activation="softmax")])
model.compile(
    optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    loss="sparse_categorical_crossentropy",
)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.concatenate(images)[shard],
    np.concatenate(labels)[shard],
    batch_size=32,
    epochs=2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

with ThreadPoolExecutor() as pool:
    parts = np.concatenate(list(pool.map(read, range(10))))
encoder = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.Dense(784)])
encoder.compile(optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), loss="mse")
shard = slice(hvd.rank(), len(parts) // hvd.size() * hvd.size(), hvd.size())
encoder.fit(
    parts[shard],
    parts[shard],
    batch_size=32,
    epochs=2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

rows = load_dataset("fashion_mnist", split="train").shuffle(seed=3)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.array(rows["image"])[shard],
    np.array(rows["label"])[shard],
    batch_size=32,
    epochs=2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
