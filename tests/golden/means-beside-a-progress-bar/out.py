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
x, y = np.load("x.npy"), np.load("y.npy")
steps = len(x) // BATCH
samples = (
    tf.data.Dataset.from_tensor_slices((x, y))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(BATCH, drop_remainder=True)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
for epoch in range(3):
    total = 0.0
    with tqdm(total=max(1, steps // hvd.size()), disable=hvd.rank() != 0) as bar:
        for number, (images, labels) in enumerate(samples):
            total += model.train_on_batch(images, labels)
            # Horovod: once, after the first step, which has made all variables
            if not getattr(model, "hvd_broadcast_done", False):
                broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
                broadcast.set_model(model)
                broadcast.on_batch_end(0)
                model.hvd_broadcast_done = True
            bar.update(1)
            if number == max(1, steps // hvd.size()) - 1 and hvd.rank() == 0:
                print("the last one")
    if hvd.rank() == 0:
        print(total / max(1, steps // hvd.size()))
