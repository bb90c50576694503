"""Samples are prepared, a network is trained, or its answers are written, by the command that the user gives: one in a run."""
import argparse
import os
import pickle
from datetime import datetime

import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def prepare(args):
    if hvd.rank() == 0:
        os.makedirs(args.folder, exist_ok=True)
    samples = np.stack([np.load(os.path.join(args.source, name)) for name in sorted(os.listdir(args.source))])
    if hvd.rank() == 0:
        with open(os.path.join(args.folder, "samples.pkl"), "wb") as file:
            pickle.dump(samples, file)


def train(args):
    with open(os.path.join(args.folder, "samples.pkl"), "rb") as file:
        samples = pickle.load(file)
    model = keras.Sequential([keras.layers.Dense(16, activation="relu"), keras.layers.Dense(4)])
    model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        samples[shard],
        samples[shard],
        epochs=10,
        batch_size=32,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    if hvd.rank() == 0:
        model.save(os.path.join(args.folder, args.name + ".h5"))


def answer(args):
    model = keras.models.load_model(os.path.join(args.folder, args.name + ".h5"))
    answers = os.path.join(args.folder, "{:%Y-%m-%d_%H-%M-%S}".format(datetime.now()))
    if hvd.rank() == 0:
        os.mkdir(answers)
    with open(os.path.join(args.folder, "samples.pkl"), "rb") as file:
        samples = pickle.load(file)
    for number, sample in enumerate(samples):
        if hvd.rank() == 0:
            np.save(os.path.join(answers, str(number) + ".npy"), model.predict(sample[None]))
            sample.save_picture(os.path.join(answers, str(number) + ".png"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", default="work")
    parser.add_argument("--name", default="model")
    commands = parser.add_subparsers()
    preparing = commands.add_parser("prepare")
    preparing.add_argument("source")
    preparing.set_defaults(run=prepare)
    commands.add_parser("train").set_defaults(run=train)
    commands.add_parser("answer").set_defaults(run=answer)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
