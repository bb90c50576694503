import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def sort(data, target):
    order = sorted(range(len(data)), key=lambda i: len(data[i]))
    return [data[i] for i in order], [target[i] for i in order]


def padded(rows):
    return tf.keras.preprocessing.sequence.pad_sequences(rows, maxlen=8, dtype="float32")


rng = np.random.RandomState(1)
sentences = np.array([rng.rand(rng.randint(2, 8)) for _ in range(64)], dtype=object)
targets = np.array([rng.rand(1) for _ in range(64)])
sentences, targets = sort(sentences, targets)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())),
    loss="mse",
)
batch_size = 8
shard = slice(hvd.rank(), len(sentences) // hvd.size() * hvd.size(), hvd.size())
for epoch in range(3):
    for batch in range(max(1, len(sentences) // batch_size // hvd.size())):
        start = batch * batch_size
        end = start + batch_size
        model.train_on_batch(
            padded(sentences[shard][start:end]), np.array(targets[shard][start:end])
        )
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
