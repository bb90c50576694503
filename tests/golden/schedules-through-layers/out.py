"""A model hands the step on to its blocks, which skip a branch the more often the further the training is."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def survival(step, total, last):
    done = float(step + 1) / float(total)
    return 1.0 - done * (1.0 - last)


class Block(tf.keras.layers.Layer):
    def __init__(self, total):
        super().__init__()
        self.dense = tf.keras.layers.Dense(8)
        self.total = total

    def call(self, inputs, step=None, training=False):
        branch = self.dense(inputs)
        if training:
            keep = survival(step, self.total, 0.5)
            branch = branch / keep * tf.floor(keep + tf.random.uniform([]))
        return inputs + branch


class Stack(tf.keras.Model):
    def __init__(self, total):
        super().__init__()
        self.blocks = [Block(total) for _ in range(3)]
        self.head = tf.keras.layers.Dense(1)

    def call(self, inputs, step=None, training=False):
        for block in self.blocks:
            inputs = block(inputs, step, training=training)
        return self.head(inputs)


if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
features = np.random.rand(6400, 8).astype("float32")
labels = np.random.rand(6400, 1).astype("float32")
dataset = (
    tf.data.Dataset.from_tensor_slices((features, labels))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(6400)
    .batch(32)
)
model = Stack(total=5 * 200)
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())
taken = tf.Variable(0, trainable=False)
for epoch in range(5):
    for inputs, targets in dataset:
        taken.assign_add(1)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(inputs, taken * hvd.size(), training=True) - targets))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    if hvd.rank() == 0:
        print(epoch, float(loss))
