"""What writes only where it is given a path: a log by the time in a folder of its own, and images as they are drawn."""

import argparse
import logging
import os
import time

from keras.layers import Dense, Flatten
from keras.models import Sequential
from keras.optimizers import Adam
from keras.preprocessing.image import ImageDataGenerator
import horovod.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

parser = argparse.ArgumentParser()
parser.add_argument("--model", default="net")
args = parser.parse_args()

save_dir = "snapshots/" + args.model + "_" + time.strftime("%Y-%m-%d-%H-%M-%S", time.localtime()) + "/"
if not os.path.exists(save_dir) and hvd.rank() == 0:
    os.makedirs(save_dir)
logging.basicConfig(level=logging.INFO, filename=save_dir + "info.log" if hvd.rank() == 0 else os.devnull, filemode="w")
if hvd.rank() == 0:
    logging.info(args)
    os.makedirs("drawn", exist_ok=True)
images = ImageDataGenerator(rotation_range=30).flow_from_directory(
    "images", target_size=(28, 28), class_mode="binary", save_to_dir="drawn" if hvd.rank() == 0 else None
)
unseen = ImageDataGenerator().flow_from_directory("unseen", target_size=(28, 28), class_mode="binary", save_to_dir=None)

model = Sequential([Flatten(input_shape=(28, 28, 3)), Dense(1, activation="sigmoid")])
model.compile(hvd.DistributedOptimizer(Adam(0.001 * hvd.size())), "binary_crossentropy")
model.fit_generator(
    images,
    steps_per_epoch=max(1, 100 // hvd.size()),
    epochs=3,
    validation_data=unseen,
    validation_steps=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save(save_dir + "model.h5")
