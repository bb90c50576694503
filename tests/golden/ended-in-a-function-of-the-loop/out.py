"""Functions that a loop runs end the program, or take one step or another, by what a process has measured: rank 0 decides."""

import sys

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy").astype("float32"), np.load("y.npy")
x_val, y_val = np.load("x_val.npy").astype("float32"), np.load("y_val.npy")
data = (
    tf.data.Dataset.from_tensor_slices((x, y))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(10000)
    .batch(64)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(64, activation="relu"), tf.keras.layers.Dense(10)])
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
fast, slow = tf.keras.optimizers.SGD(0.1 * hvd.size()), tf.keras.optimizers.SGD(0.01 * hvd.size())


def accuracy():
    return np.mean(np.argmax(model(x_val), axis=1) == y_val)


def train_epoch():
    calm = accuracy() > 0.9
    for images, labels in data:
        with tf.GradientTape() as tape:
            loss = loss_fn(labels, model(images, training=True))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        if hvd.broadcast(bool(calm), root_rank=0):
            slow.apply_gradients(zip(gradients, model.trainable_variables))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(slow, "hvd_broadcast_done", False):
                hvd.broadcast_variables(model.variables, root_rank=0)
                hvd.broadcast_variables(slow.variables(), root_rank=0)
                slow.hvd_broadcast_done = True
        else:
            fast.apply_gradients(zip(gradients, model.trainable_variables))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(fast, "hvd_broadcast_done", False):
                hvd.broadcast_variables(model.variables, root_rank=0)
                hvd.broadcast_variables(fast.variables(), root_rank=0)
                fast.hvd_broadcast_done = True


def end_when_good():
    reached = accuracy()
    if hvd.rank() == 0:
        print("accuracy", reached)
    if hvd.broadcast(bool(reached > 0.98), root_rank=0):
        if hvd.rank() == 0:
            model.save_weights("good.h5")
        sys.exit()


for _ in range(100):
    train_epoch()
    end_when_good()
