"""A network is given the name of its optimizer from a file of settings."""

import json

import numpy as np

from net import Net
import horovod.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

settings = json.load(open("settings.json"))
net = Net(optimizer=settings["optimizer"])
net.train(np.load("x.npy"), np.load("y.npy"))
