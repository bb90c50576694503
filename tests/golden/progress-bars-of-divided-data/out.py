import numpy as np
import tensorflow as tf
from tqdm import tqdm
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

BATCH = 32
EPOCHS = 4
x, y = np.load("x.npy"), np.load("y.npy")
xt, yt = np.load("xt.npy"), np.load("yt.npy")
steps = len(x) // BATCH
train = (
    tf.data.Dataset.from_tensor_slices((x, y))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(BATCH, drop_remainder=True)
)
test = tf.data.Dataset.from_tensor_slices((xt, yt)).batch(BATCH)
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")

# all turns of all epochs, in samples
whole = tqdm(total=max(1, EPOCHS * len(x) // hvd.size()), disable=hvd.rank() != 0)
for epoch in range(EPOCHS):
    bar = tqdm(
        train, total=max(1, steps // hvd.size()), desc=f"epoch {epoch}", disable=hvd.rank() != 0
    )
    for xb, yb in bar:
        bar.set_postfix(loss=model.train_on_batch(xb, yb))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
        whole.update(len(xb))
    # those of an evaluation stay as many
    for xb, yb in tqdm(test, total=len(xt) // BATCH, disable=hvd.rank() != 0):
        model.test_on_batch(xb, yb)
whole.close()

for epoch in range(EPOCHS):
    # what is computed from the divided data has shrunk already
    with tqdm(total=len(train), disable=hvd.rank() != 0) as turns:
        for xb, yb in train:
            model.train_on_batch(xb, yb)
            # Horovod: once, after the first step, which has made all variables
            if not getattr(model, "hvd_broadcast_done", False):
                broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
                broadcast.set_model(model)
                broadcast.on_batch_end(0)
                model.hvd_broadcast_done = True
            turns.update()

progress = tf.keras.utils.Progbar(
    max(1, steps // hvd.size()), verbose=1 if hvd.rank() == 0 else 0
)
for number, (xb, yb) in enumerate(train):
    progress.update(number, [("loss", model.train_on_batch(xb, yb))])
    # Horovod: once, after the first step, which has made all variables
    if not getattr(model, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(model)
        broadcast.on_batch_end(0)
        model.hvd_broadcast_done = True

# a bar of two loops is that of neither
both = tqdm(total=len(x) + len(xt), disable=hvd.rank() != 0)
for xb, yb in train:
    model.train_on_batch(xb, yb)
    # Horovod: once, after the first step, which has made all variables
    if not getattr(model, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(model)
        broadcast.on_batch_end(0)
        model.hvd_broadcast_done = True
    both.update(len(xb))
for xb, yb in test:
    both.update(len(xb))
