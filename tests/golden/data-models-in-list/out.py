"""The same batches for several models, which are kept in a list; a function makes the data and counts them."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

samples = np.linspace(-1, 1, 60, dtype="float32").reshape(-1, 1)
targets = samples ** 2


def make_data(values, size):
    data = (
        tf.data.Dataset.from_tensor_slices(values)
        .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
        .shuffle(60)
        .repeat()
        .batch(size)
    )
    return data, len(values[0]) // size


models = [tf.keras.Sequential([tf.keras.layers.Dense(units, "relu"), tf.keras.layers.Dense(1)]) for units in (4, 8)]
optimizers = [
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())),
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.01 * hvd.size())),
]
histories = [[], []]
for model, optimizer in zip(models, optimizers):
    model.compile(optimizer, "mse")

for step in range(max(1, 300 // hvd.size())):
    index = np.random.randint(0, samples.shape[0], 8)
    for model, history in zip(models, histories):
        history.append(model.train_on_batch(samples[index], targets[index]))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True

student = tf.keras.Sequential([tf.keras.layers.Dense(4, "relu"), tf.keras.layers.Dense(1)])
student.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
data, batches = make_data((samples, targets), 6)
iterator = iter(data)
for step in range(max(1, 20 * batches // hvd.size())):
    student.train_on_batch(*next(iterator))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(student, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(student)
        broadcast.on_batch_end(0)
        student.hvd_broadcast_done = True
