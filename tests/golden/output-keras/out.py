"""A Keras script with all that fit shows and writes."""
import argparse
import logging

import numpy as np
import tensorflow as tf
from tensorflow.keras.callbacks import (CSVLogger, EarlyStopping, LambdaCallback, LearningRateScheduler,
                                        ModelCheckpoint, ReduceLROnPlateau, TensorBoard)
import horovod.tensorflow.keras as hvd
import os

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

parser = argparse.ArgumentParser()
parser.add_argument("--verbose", type=int, default=2)
parser.add_argument("--epochs", type=int, default=2)
args = parser.parse_args()

logger = logging.getLogger("train")
handler = logging.FileHandler("train.log") if hvd.rank() == 0 else logging.NullHandler()
handler.setLevel(logging.INFO)
logger.addHandler(handler)


class Report(tf.keras.callbacks.Callback):
    def __init__(self, path):
        super().__init__()
        self.path = path
        self.file = None
        self.losses = []

    def on_train_begin(self, logs=None):
        self.file = open(self.path if hvd.rank() == 0 else os.devnull, "a")

    def on_epoch_end(self, epoch, logs=None):
        self.losses.append(logs["loss"])
        if hvd.rank() == 0:
            print(f"epoch {epoch}: {logs['loss']:.4f}")
        self.file.write(f"{epoch} {logs['loss']}\n")

    def on_train_end(self, logs=None):
        self.file.close()


def compiled():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    model.compile(optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01)), loss="mse")
    return model


x = np.random.RandomState(1).rand(65, 4).astype("float32")
y = x.sum(axis=1)
model = compiled()
if hvd.rank() == 0:
    print(model.count_params(), "parameters")
    model.summary(print_fn=print)

checkpoint = ModelCheckpoint("best.h5", save_best_only=True, verbose=1)
callbacks = [
    hvd.callbacks.MetricAverageCallback(),
    EarlyStopping(patience=2, verbose=1 if hvd.rank() == 0 else 0),
    *([checkpoint] if hvd.rank() == 0 else []),  # the best one
    ReduceLROnPlateau(patience=1),
]
if args.epochs > 1:
    if hvd.rank() == 0:
        callbacks.append(CSVLogger("log.csv"))
    callbacks += [*([TensorBoard("boards")] if hvd.rank() == 0 else []), Report("report.txt")]
history = model.fit(
    x,
    y,
    epochs=args.epochs,
    verbose=args.verbose if hvd.rank() == 0 else 0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *callbacks],
    validation_split=0.1,
)

other = compiled()
other.fit(
    x,
    y,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        LearningRateScheduler(lambda epoch: 0.01, verbose=1 if hvd.rank() == 0 else 0),
        LambdaCallback(on_epoch_end=lambda epoch, logs: print(epoch, logs) if hvd.rank() == 0 else None),
        *([ModelCheckpoint("last.h5"), TensorBoard("others")] if hvd.rank() == 0 else []),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
other.fit(
    x,
    y,
    32,
    1,
    2 if hvd.rank() == 0 else 0,
    (
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        *([ModelCheckpoint("tuple.h5")] if hvd.rank() == 0 else []),
    ),
)
other.fit(x, y, verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])

if hvd.rank() == 0:
    print("score", model.evaluate(x, y))
score = model.evaluate(x, y, verbose=2 if hvd.rank() == 0 else 0)
predicted = model.predict(x, verbose=1 if hvd.rank() == 0 else 0)
if hvd.rank() == 0:
    if score > 100:
        logger.warning("bad: %s", score)
    elif score > 50: logger.info("not good")
    else:
        # well
        logger.info("good")
    model.save("model.h5")
for layer in model.layers:
    if hvd.rank() == 0:
        print(layer.name)
