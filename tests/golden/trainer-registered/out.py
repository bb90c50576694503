import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

TRAINERS = {}


class Registry:
    def __init__(self):
        self.entries = {}

    def register(self, entry):
        self.entries[entry.__name__] = entry
        return entry

    def get(self, name):
        return self.entries[name]


MODELS = Registry()


def register(name):
    def add(entry):
        TRAINERS[name] = entry
        return entry

    return add


@MODELS.register
class Regressor(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, inputs):
        return self.dense(inputs)


@register("squared")
class Squared:
    def __init__(self, model):
        self.model = model
        self.optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())

    @tf.function
    def train(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.model(x) - y) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return loss


inputs, targets = np.load("inputs.npy"), np.load("targets.npy")
data = (
    tf.data.Dataset.from_tensor_slices((inputs, targets))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .shuffle(1000)
    .batch(32)
)
trainer = TRAINERS["squared"](MODELS.get("Regressor")())
for epoch in range(3):
    for x, y in data:
        trainer.train(x, y)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(trainer.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(trainer.model.variables, root_rank=0)
            hvd.broadcast_variables(trainer.optimizer.variables(), root_rank=0)
            trainer.optimizer.hvd_broadcast_done = True
if hvd.rank() == 0:
    trainer.model.save_weights("model.h5")
