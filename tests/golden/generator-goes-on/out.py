"""A generator without an end that each epoch goes on with; its order is drawn anew whenever all images have been seen."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


EPOCHS = 20
BATCH_SIZE = 8


def batches(lines, batch_size):
    place = 0
    while True:
        images, labels = [], []
        for _ in range(batch_size):
            if place == 0:
                np.random.shuffle(lines)
            path, label = lines[place].split()
            image = np.load(path)
            images.append(image[:, ::-1] if np.random.rand() < 0.5 else image)
            labels.append(int(label))
            place = (place + 1) % len(lines)
        yield np.stack(images), np.array(labels)


with open("train.txt") as listed:
    lines = listed.readlines()
steps = max(1, len(lines) // BATCH_SIZE // hvd.size())

model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam(learning_rate=0.001 * hvd.size())
samples = batches(lines, BATCH_SIZE)
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for epoch in range(EPOCHS):
    done = 0
    for x, y in own_items(samples):
        if done == steps:
            break
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=model(x)))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        done += 1
    if hvd.rank() == 0:
        print(epoch, float(loss))
