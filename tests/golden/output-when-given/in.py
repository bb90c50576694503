"""What writes only where it is given a path: a log by the time in a folder of its own, and images as they are drawn."""

import argparse
import logging
import os
import time

from keras.layers import Dense, Flatten
from keras.models import Sequential
from keras.optimizers import Adam
from keras.preprocessing.image import ImageDataGenerator

parser = argparse.ArgumentParser()
parser.add_argument("--model", default="net")
args = parser.parse_args()

save_dir = "snapshots/" + args.model + "_" + time.strftime("%Y-%m-%d-%H-%M-%S", time.localtime()) + "/"
if not os.path.exists(save_dir):
    os.makedirs(save_dir)
logging.basicConfig(level=logging.INFO, filename=save_dir + "info.log", filemode="w")
logging.info(args)
os.makedirs("drawn", exist_ok=True)
images = ImageDataGenerator(rotation_range=30).flow_from_directory(
    "images", target_size=(28, 28), class_mode="binary", save_to_dir="drawn"
)
unseen = ImageDataGenerator().flow_from_directory("unseen", target_size=(28, 28), class_mode="binary", save_to_dir=None)

model = Sequential([Flatten(input_shape=(28, 28, 3)), Dense(1, activation="sigmoid")])
model.compile(Adam(0.001), "binary_crossentropy")
model.fit_generator(images, steps_per_epoch=100, epochs=3, validation_data=unseen, validation_steps=10)
model.save(save_dir + "model.h5")
