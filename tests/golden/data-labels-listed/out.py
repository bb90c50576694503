"""Labels are added to a list, one for each line that is read: its items are samples, and no arrays of several outputs."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def parse(line):
    row, label = line.split(";")
    return [float(word) for word in row.split()], label


def read(path):
    rows, labels = [], []
    with open(path) as file:
        for line in file:
            row, label = parse(line)
            rows.append(row)
            labels.append(label)
    return np.array(rows), labels


rows, labels = read("train.csv")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), loss="mse")
shard = slice(hvd.rank(), len(rows) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x=rows[shard],
    y=labels[shard],
    batch_size=20,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
