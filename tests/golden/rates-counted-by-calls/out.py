import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class WarmUp:
    def __init__(self, top, steps):
        self.top, self.steps, self.taken = top, steps, 0

    def __call__(self):
        self.taken += hvd.size()
        return self.top * min(1.0, self.taken / self.steps)


class Halving:
    def __init__(self, top):
        self.top, self.epochs = top, 0

    def next(self):
        self.epochs += 1
        return self.top * 0.5**self.epochs


samples, labels = np.load("samples.npy").astype("float32"), np.load("labels.npy")
data = (
    tf.data.Dataset.from_tensor_slices((samples, labels))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(500)
    .batch(16)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
optimizer, other = tf.keras.optimizers.Adam(1e-3 * hvd.size()), tf.keras.optimizers.SGD(0.1 * hvd.size())
cross_entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
warm_up, halving = WarmUp(0.1, 1000), Halving(0.2)
for epoch in range(30):
    for x, y in data:
        rate = warm_up()
        optimizer.learning_rate.assign(rate * hvd.size())
        with tf.GradientTape() as tape:
            loss = cross_entropy(y, model(x, training=True))
        tape = hvd.DistributedGradientTape(tape)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    optimizer.beta_1 = 0.9
for epoch in range(10):
    other.learning_rate = halving.next() * hvd.size()
    for x, y in data:
        with tf.GradientTape() as tape:
            loss = cross_entropy(y, model(x, training=True))
        tape = hvd.DistributedGradientTape(tape)
        other.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(other, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(other.variables(), root_rank=0)
            other.hvd_broadcast_done = True
