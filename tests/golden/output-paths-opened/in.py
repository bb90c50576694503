"""Files that paths open while every process computes what is written, and files of a folder that an option gives."""

import argparse
from pathlib import Path

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--out", type=Path, default=Path("runs"))
args = parser.parse_args()
samples = np.random.RandomState(0).rand(64, 4).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")

results = args.out / "results"
results.mkdir(parents=True, exist_ok=True)
log = Path("log.txt")
with log.open("w") as file:
    for epoch in range(3):
        history = model.fit(samples, samples[:, :1], batch_size=8, verbose=0)
        file.write(f"{epoch} {history.history['loss'][0]}\n")

with Path("answers.txt").open("wb") as file:
    answers = model.predict(samples)
    file.write(answers.tobytes())
best = answers.argmin()
with (results / "best.txt").open("w") as file:
    file.write(str(best))
(args.out / f"{best}.txt").write_text("the best")
