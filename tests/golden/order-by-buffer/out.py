"""A buffer out of which samples are taken at places drawn by chance orders them: alike in all processes."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd
import itertools

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

texts = np.load("texts.npy")


def mixed(samples, size=1000):
    buffer = []
    for sample in samples:
        buffer.append(sample)
        if len(buffer) > size:
            place = np.random.randint(len(buffer))
            yield buffer.pop(place)
    while buffer:
        yield buffer.pop(np.random.randint(len(buffer)))


def batches(size):
    while True:
        batch = []
        for sample in mixed(texts):
            batch.append(sample)
            if len(batch) == size:
                yield np.stack(batch), np.stack(batch)[:, 0]
                batch = []


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
model.fit(
    itertools.islice(batches(32), hvd.rank(), None, hvd.size()),
    steps_per_epoch=max(1, len(texts) // 32 // hvd.size()),
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
