import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

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


def pairs(images, labels, boxes, size):
    while True:
        order = np.random.permutation(len(images))
        for start in range(0, len(order) - size + 1, size):
            taken = order[start : start + size]
            yield images[taken], labels[taken], boxes[taken]


def train_epoch(model, batches, steps, test_steps, test):
    class_loss, box_loss, total_loss, test_loss = 0.0, 0.0, 0.0, 0.0
    for step, (x, y, b) in enumerate(own_items(batches)):
        if step >= max(1, steps // hvd.size()):
            break
        losses = model.train_on_batch(x, [y, b])
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
        class_loss += losses[1]
        box_loss += losses[2]
        total_loss = class_loss + box_loss
        if hvd.rank() == 0:
            print(total_loss / (step + 1), end="\r")
    for step, (x, y, b) in enumerate(test):
        if step >= test_steps:
            break
        test_loss += model.test_on_batch(x, [y, b])[0]
    if hvd.rank() == 0:
        print(
            total_loss / max(1, steps // hvd.size()),
            class_loss / max(1, steps // hvd.size()),
            test_loss / test_steps,
        )


images, labels, boxes = np.load("images.npy"), np.load("labels.npy"), np.load("boxes.npy")
inputs = tf.keras.Input((32, 32, 3))
features = tf.keras.layers.Flatten()(inputs)
model = tf.keras.Model(inputs, [tf.keras.layers.Dense(10)(features), tf.keras.layers.Dense(4)(features)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    [tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), "mse"],
)
training = pairs(images[100:], labels[100:], boxes[100:], 16)
test = pairs(images[:100], labels[:100], boxes[:100], 16)
steps = len(images[100:]) // 16
if steps == 0:
    raise ValueError("too few images")
if hvd.rank() == 0:
    print(f"{steps} steps in an epoch")
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for epoch in range(10):
    train_epoch(model, training, steps, 6, test)
