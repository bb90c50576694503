import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Trainer:
    def __init__(self, model, rate, warm_up, every):
        self.model = model
        self.rate, self.warm_up, self.every = rate, warm_up, every
        self.optimizer = tf.keras.optimizers.SGD(rate * hvd.size())
        self.step = 0
        self.samples = 0
        self.epochs = 0
        self.shown = 0

    def train_step(self, x, y):
        self.step += hvd.size()
        self.optimizer.learning_rate.assign(
            self.rate * min(1.0, self.step / self.warm_up) * hvd.size()
        )
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.model(x)[:, 0] - y) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(self.model.variables, root_rank=0)
            hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
            self.optimizer.hvd_broadcast_done = True
        return loss

    def train_epoch(self, batches):
        for x, y in batches:
            loss = self.train_step(x, y)
            self.samples += len(x)
            self.shown = self.shown + 1
            if self.shown % max(1, self.every // hvd.size()) == 0 and hvd.rank() == 0:
                print("loss", float(loss), "after", self.samples, "samples")
        self.epochs += 1

    def train(self, batches, epochs):
        while self.epochs < epochs:
            self.train_epoch(batches)
            if self.epochs % 2 == 0 and hvd.rank() == 0:
                self.model.save_weights(f"weights-{self.epochs}.h5")


if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
features = np.random.rand(640, 4).astype("float32")
batches = (
    tf.data.Dataset.from_tensor_slices((features, features.sum(axis=1)))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .batch(8)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
Trainer(model, 0.1, warm_up=100, every=20).train(batches, epochs=4)
