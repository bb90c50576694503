#!/usr/bin/env python
"""Command line training with progress bars and a history file."""
import argparse
import json
import os
from pathlib import Path

import numpy as np
import tensorflow as tf
from tqdm import tqdm


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--output", type=Path, default=Path("output"))
    p.add_argument("--epochs", type=int, default=2)
    p.add_argument("--batch-size", type=int, default=12)
    p.add_argument("--learning-rate", type=float, default=1e-2)
    return p.parse_args()


def synthetic(n):
    rng = np.random.default_rng(12)
    tokens = rng.integers(0, 50, size=(n, 7))
    return tokens, (tokens.sum(axis=1) % 2).astype("float32")


def main(args):
    os.makedirs(args.output, exist_ok=True)
    tokens, labels = synthetic(183)
    ds = (
        tf.data.Dataset.from_tensor_slices((tokens, labels))
        .shuffle(1024)
        .batch(args.batch_size)
        .prefetch(tf.data.AUTOTUNE)
    )
    model = tf.keras.Sequential([
        tf.keras.layers.Embedding(50, 8),
        tf.keras.layers.GlobalAveragePooling1D(),
        tf.keras.layers.Dense(1),
    ])
    bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)
    opt = tf.keras.optimizers.Adam(args.learning_rate)

    history = []
    for epoch in range(args.epochs):
        progress = tqdm(ds, desc=f"epoch {epoch}")
        losses = []
        for x, y in progress:
            with tf.GradientTape() as tape:
                loss = bce(y[:, None], model(x, training=True))
            grads = tape.gradient(loss, model.trainable_variables)
            opt.apply_gradients(zip(grads, model.trainable_variables))
            losses.append(float(loss))
            progress.set_postfix(loss=losses[-1])
        history.append(sum(losses) / len(losses))
        tqdm.write(f"mean loss {history[-1]:.4f}")
    with open(args.output / "history.json", "w") as f:
        json.dump(history, f)
    model.save_weights(str(args.output / "weights.h5"))


if __name__ == "__main__":
    main(get_args())
