"""Checkpoints of callbacks that are appended to a list are written while the model is trained, and read after it."""

import argparse
import os

import numpy as np
from keras.callbacks import EarlyStopping, ModelCheckpoint
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam
import horovod.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


def get_callbacks(folder):
    callbacks = [hvd.callbacks.MetricAverageCallback(), EarlyStopping("val_loss", patience=3)]
    if hvd.rank() == 0:
        callbacks.append(ModelCheckpoint(os.path.join(folder, "last.h5")))
        callbacks.append(ModelCheckpoint(os.path.join(folder, "best.h5"), monitor="val_loss", save_best_only=True))
    return callbacks


def main(folder):
    x, y = np.load("x.npy"), np.load("y.npy")
    if hvd.rank() == 0:
        os.makedirs(folder)
    model = Sequential([Dense(8, input_shape=(4,)), Dense(1)])
    model.compile(hvd.DistributedOptimizer(Adam(0.001 * hvd.size())), "mse")
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    model.fit(
        x[100:][shard],
        y[100:][shard],
        epochs=3,
        validation_data=(x[:100], y[:100]),
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *get_callbacks(folder)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    best = os.path.join(folder, "best.h5")
    barrier()  # until rank 0 has written the files
    if os.path.isfile(best):
        model.load_weights(best)
    if hvd.rank() == 0:
        model.save(os.path.join(folder, "model.h5"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", default="out")
    main(parser.parse_args().folder)
