"""Files whose names are put behind that of a folder, which ends in a slash: each host makes the folder as well."""
import json
import os
import shutil
from glob import glob

import matplotlib.pyplot as plt
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


def cut(path, folder, name):
    image = plt.imread(path)
    for number in range(len(image) // 8):
        if hvd.local_rank() == 0:
            plt.imsave(folder + name + "-" + str(number) + ".png", image[number * 8 : number * 8 + 8])
    barrier()  # until the files are there
    return image.max()


def prepare(config, again=True):
    folder = config["path"] + config["patches"]
    if not os.path.exists(folder) and hvd.local_rank() == 0:
        os.makedirs(folder, exist_ok=True)
    if again:
        if hvd.local_rank() == 0:
            shutil.rmtree(folder)
            os.makedirs(folder, exist_ok=hvd.local_size() < hvd.size())
        for number, path in enumerate(sorted(glob(config["path"] + "*.tif"))):
            config["largest"] = max(config["largest"], cut(path, folder, str(number)))
    barrier()  # until the files are there
    names = sorted(glob(folder + "*.png"))
    return np.array([plt.imread(name) for name in names]) / config["largest"]


with open("config.json") as file:
    config = json.load(file)
images = prepare(config)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    images[shard],
    images[..., :1][shard],
    epochs=2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
