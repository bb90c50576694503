"""A loop over batches counts them itself, and tells the number of an epoch by that count at the epoch's end."""
import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

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


def batches(samples, size, epochs):
    for _ in range(epochs):
        for start in range(0, len(samples), size):
            yield samples[start : start + size]


samples, held_out = np.load("samples.npy"), np.load("held_out.npy")
model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(4)])
model.compile(optimizer=hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), loss="mse")

in_epoch = 1 + samples.shape[0] // 32
count, total, best, patience = 0, 0.0, np.inf, 5
for batch in own_items(batches(samples, 32, epochs=100)):
    total += model.train_on_batch(batch, batch)
    # Horovod: once, after the first step, which has made all variables
    if not getattr(model, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(model)
        broadcast.on_batch_end(0)
        model.hvd_broadcast_done = True
    count += 1
    if count % max(1, in_epoch // hvd.size()) == 0:
        total /= max(1, in_epoch // hvd.size())
        epoch = count // max(1, in_epoch // hvd.size())
        loss = model.evaluate(held_out, held_out, verbose=0)
        if hvd.rank() == 0:
            print("epoch", epoch, "of", (count + 1) // max(1, in_epoch // hvd.size()), total, loss)
        if hvd.broadcast(bool(loss < best), root_rank=0):
            best, patience = loss, 5
            if hvd.rank() == 0:
                model.save_weights("weights-%d.weights.h5" % (count / max(1, in_epoch // hvd.size())))
        else:
            patience -= 1
            if patience == 0:
                break
        total = 0.0
