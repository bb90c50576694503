"""Functions of the project that are named as what they call."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

optimizer = tf.keras.optimizers.Adam(1e-4 * hvd.size())
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
dataset = (
    tf.data.Dataset.from_tensor_slices(np.load("x.npy"))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .batch(8)
)


def apply_gradients(optimizer, gradients, variables):
    optimizer.apply_gradients(zip(gradients, variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())

    def apply_gradients(self, gradients):
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(trainer.model.variables, root_rank=0)
            hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
            self.optimizer.hvd_broadcast_done = True


for epoch in range(3):
    for x in dataset:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        apply_gradients(optimizer, gradients, model.trainable_variables)

trainer = Trainer(tf.keras.Sequential([tf.keras.layers.Dense(1)]))
for x in dataset:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(trainer.model(x) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    trainer.apply_gradients(tape.gradient(loss, trainer.model.trainable_variables))
