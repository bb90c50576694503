"""The best model is read back to be tested: rank 0 has its file, and does alone what is made of it."""

import argparse

import numpy as np
from sklearn.metrics import confusion_matrix
from tensorflow import keras
from tensorflow.keras.callbacks import ModelCheckpoint
from tensorflow.keras.models import load_model
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def describe(matrix):
    return "\n".join(" ".join(str(count) for count in row) for row in matrix)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--weights", default="best.h5")
    args = parser.parse_args()

    data = np.load("digits.npz")
    model = keras.Sequential([keras.layers.Dense(64, activation="relu"), keras.layers.Dense(10)])
    model.compile(
        optimizer=hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())),
        loss="mse",
        metrics=["mae"],
    )
    best = ModelCheckpoint(args.weights, save_best_only=True, monitor="loss")
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    history = model.fit(
        data["x"][shard],
        data["y"][shard],
        batch_size=32,
        epochs=5,
        callbacks=[
            hvd.callbacks.BroadcastGlobalVariablesCallback(0),
            hvd.callbacks.MetricAverageCallback(),
            *([best] if hvd.rank() == 0 else []),
        ],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    if hvd.rank() == 0:
        print("last loss:", history.history["loss"][-1])

        model = load_model(args.weights)
        loss, error = model.evaluate(data["x_test"], data["y_test"])
        error *= 10
        predicted = model.predict(data["x_test"]).argmax(axis=1)
        wanted = data["y_test"].argmax(axis=1)
        matrix = confusion_matrix(wanted, predicted)
        print("loss:", loss, "error:", error)
        print(describe(matrix))
        np.save("matrix.npy", matrix)


if __name__ == "__main__":
    main()
