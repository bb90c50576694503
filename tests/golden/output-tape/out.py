"""A custom loop that prints, draws, saves and logs in many ways."""

import json
import logging
import os
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf
from tqdm import tqdm
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

logging.basicConfig(
    filename="run.log" if hvd.rank() == 0 else os.devnull, level=logging.INFO
)
logger = logging.getLogger(__name__)

EPOCHS = 2
features = np.random.RandomState(0).rand(24, 3).astype("float32")
labels = features.sum(axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((features, labels)).batch(4)

model = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.01)
mean = tf.keras.metrics.Mean()

checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer)
manager = tf.train.CheckpointManager(checkpoint, "checkpoints", max_to_keep=2)
checkpoint.restore(manager.latest_checkpoint)
if hvd.rank() == 0:
    if manager.latest_checkpoint:
        print("restored from", manager.latest_checkpoint)
    else:
        print("starting anew")

writer = (
    tf.summary.create_file_writer("logs")
    if hvd.rank() == 0
    else tf.summary.create_noop_writer()
)
history = []
log = open("steps.csv" if hvd.rank() == 0 else os.devnull, "w")


@tf.function
def train_step(x, y):
    if hvd.rank() == 0:
        print("tracing")  # once
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    if hvd.rank() == 0:
        tf.print("loss", loss, output_stream=sys.stdout)
    return loss


def sample_and_plot(number):
    noise = tf.random.normal([2, 3])
    predictions = model(noise, training=False)
    figure = plt.figure()
    for index in range(predictions.shape[0]):
        plt.subplot(1, 2, index + 1)
        plt.bar([0], predictions[index])
    plt.savefig("plots/sample-{}.png".format(number))
    plt.close(figure)


def validate():
    total = 0.0
    for x, y in dataset:
        total += tf.reduce_sum((model(x, training=False) - y) ** 2).numpy()
    if hvd.rank() == 0:
        print(f"  validated: {total:.3f}")
    return total


if hvd.rank() == 0:
    os.makedirs("plots", exist_ok=True)
best = float("inf")
for epoch in range(EPOCHS):
    mean.reset_states()
    bar = tqdm(dataset, desc=f"epoch {epoch}", disable=hvd.rank() != 0)
    for step, (x, y) in enumerate(bar):
        loss = train_step(x, y)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        mean.update_state(loss)
        bar.set_postfix(loss=float(loss))
        log.write(f"{epoch},{step},{loss.numpy()}\n")
        if hvd.rank() == 0:
            if step % 3 == 0: sys.stdout.write(f"step {step}\n"); sys.stdout.flush()
    history.append(float(mean.result()))
    with writer.as_default():
        tf.summary.scalar("loss", mean.result(), step=epoch)

    total = validate()
    if total < best:
        best = total
        if hvd.rank() == 0:
            path = manager.save()
            print("saved as", path)
            logger.info("best so far: %s", path)
    if hvd.rank() == 0:
        sample_and_plot(epoch)
    train_step_result = train_step(x, y).numpy()
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    if hvd.rank() == 0:
        print("one more step:", train_step_result, "and", len(history), "epochs")
    if hvd.rank() == 0:
        epoch and print("not the first")

log.close()
if hvd.rank() == 0:
    with open("history.json", "w") as file:
        json.dump({"loss": history}, file)
    np.save("kernel.npy", model.get_weights()[0])
    model.summary()
