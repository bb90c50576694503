"""A trainer runs the step of the class below it, of which there are two."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def train(self, data, epochs):
        for epoch in range(epochs):
            for images, labels in data:
                loss = self.train_step(images, labels)
            if hvd.rank() == 0:
                print(epoch, float(loss))


class Plain(Trainer):
    def train_step(self, images, labels):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(labels, self.model(images)))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.model.variables, root_rank=0)
            hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
            self.optimizer.hvd_broadcast_done = True
        return loss


class Clipped(Trainer):
    def train_step(self, images, labels):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(labels, self.model(images)))
        tape = hvd.DistributedGradientTape(tape)
        gradients, _ = tf.clip_by_global_norm(tape.gradient(loss, self.model.trainable_variables), 1.0)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.model.variables, root_rank=0)
            hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
            self.optimizer.hvd_broadcast_done = True
        return loss


if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
(x_train, y_train), _ = tf.keras.datasets.mnist.load_data()
if hvd.local_rank() == 0:
    barrier()  # the others may go on
data = (
    tf.data.Dataset.from_tensor_slices((x_train / 255.0, y_train))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(10000)
    .batch(64)
)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10, activation="softmax")])
for kind in (Plain, Clipped):
    kind(model, tf.keras.optimizers.SGD(0.1 * hvd.size())).train(data, 5)
