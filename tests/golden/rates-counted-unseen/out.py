import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def warming_up(top):
    taken = 0
    while True:
        taken += 1
        yield top * min(1.0, taken / 1000)


def falling(top):
    taken = 0

    def rate():
        nonlocal taken
        taken += 1
        return top * 0.9999**taken

    return rate


samples, labels = np.load("samples.npy").astype("float32"), np.load("labels.npy")
data = (
    tf.data.Dataset.from_tensor_slices((samples, labels))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(500)
    .batch(16)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
cross_entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
rates, rate = warming_up(0.1), falling(0.1)
for epoch in range(30):
    for x, y in data:
        optimizer.learning_rate = (next(rates) if epoch < 3 else rate()) * hvd.size()
        with tf.GradientTape() as tape:
            loss = cross_entropy(y, model(x, training=True))
        tape = hvd.DistributedGradientTape(tape)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
