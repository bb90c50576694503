import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
common_np_random = np.random if hvd.size() == 1 else np.random.RandomState(0)  # one order in all processes


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


np.random.seed(7)
pairs = np.load("pairs.npy")
seen = {}
for user, item in pairs:
    seen.setdefault(user, set()).add(item)
items = int(pairs[:, 1].max()) + 1
model = tf.keras.Sequential([tf.keras.layers.Embedding(items, 8), tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())


def negatives(users):
    found = []
    for user in users:
        item = np.random.randint(items)
        while item in seen[user]:
            item = np.random.randint(items)
        found.append(item)
    return np.array(found)


def batches(size):
    order = common_np_random.permutation(len(pairs))
    for start in range(0, len(pairs) - size + 1, size):
        yield pairs[order[start : start + size]]


for _ in range(20):
    for batch in own_items(batches(256)):
        wrong = negatives(batch[:, 0])
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.nn.softplus(model(wrong[:, None]) - model(batch[:, 1:])))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
