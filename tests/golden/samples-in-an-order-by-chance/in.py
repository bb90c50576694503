from concurrent.futures import ThreadPoolExecutor, as_completed

import numpy as np
import tensorflow as tf
from datasets import load_dataset
from torch.utils.data import DataLoader
from torchvision import transforms
from torchvision.datasets import MNIST


def read(part):
    with np.load(f"part{part}.npz") as file:
        return file["images"], file["labels"]


def digits():
    images, labels = [], []
    for image, label in DataLoader(MNIST("mnist", transform=transforms.ToTensor()), batch_size=100, shuffle=True):
        images.append(image.numpy())
        labels.append(label.numpy())
    return np.concatenate(images), np.concatenate(labels)


def parts():
    with ThreadPoolExecutor() as pool:
        jobs = [pool.submit(read, part) for part in range(10)]
        read_parts = [job.result() for job in as_completed(jobs)]
    return np.concatenate([part[0] for part in read_parts]), np.concatenate([part[1] for part in read_parts])


def fashion():
    rows = load_dataset("fashion_mnist", split="train").shuffle()
    return np.array(rows["image"]), np.array(rows["label"])


def train(samples):
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10, activation="softmax")])
    model.compile(optimizer=tf.keras.optimizers.Adam(0.001), loss="sparse_categorical_crossentropy")
    model.fit(samples[0], samples[1], batch_size=32, epochs=2)


train(digits())
train(parts())
train(fashion())
