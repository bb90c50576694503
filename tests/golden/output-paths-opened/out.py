"""Files that paths open while every process computes what is written, and files of a folder that an option gives."""

import argparse
from pathlib import Path

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd
import os

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

parser = argparse.ArgumentParser()
parser.add_argument("--out", type=Path, default=Path("runs"))
args = parser.parse_args()
samples = np.random.RandomState(0).rand(64, 4).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")

results = args.out / "results"
if hvd.rank() == 0:
    results.mkdir(parents=True, exist_ok=True)
log = Path("log.txt")
with (log if hvd.rank() == 0 else Path(os.devnull)).open("w") as file:
    for epoch in range(3):
        shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
        history = model.fit(
            samples[shard],
            samples[:, :1][shard],
            batch_size=8,
            verbose=0,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        )
        file.write(f"{epoch} {history.history['loss'][0]}\n")

with (Path("answers.txt") if hvd.rank() == 0 else Path(os.devnull)).open("wb") as file:
    answers = model.predict(samples, verbose=1 if hvd.rank() == 0 else 0)
    file.write(answers.tobytes())
best = answers.argmin()
if hvd.rank() == 0:
    with (results / "best.txt").open("w") as file:
        file.write(str(best))
    (args.out / f"{best}.txt").write_text("the best")
