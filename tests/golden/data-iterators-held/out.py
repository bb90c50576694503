import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Loader:
    def __init__(self, images, labels):
        self.images, self.labels = images, labels
        self.steps = len(images) // 4

    def batches(self, shuffle=True):
        data = tf.data.Dataset.from_tensor_slices((self.images, self.labels))
        if shuffle:
            data = (
                data.shard(hvd.size(), hvd.rank())
                .take(data.cardinality() // hvd.size())
                .shuffle(64)
            )
        return iter(data.batch(4, drop_remainder=True).repeat())


class Trainer:
    def __init__(self):
        self.loader = None
        self.training = None
        self.validation = None
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
        self.load()

    def load(self):
        samples = np.load("samples.npz")
        self.loader = Loader(samples["images"], samples["labels"])
        self.training = self.loader.batches()
        held_out = Loader(samples["held_out"], samples["held_out_labels"])
        self.validation = held_out.batches(shuffle=False)

    def loss(self, batch):
        images, labels = batch
        return tf.reduce_mean((self.model(images) - labels) ** 2)

    def train(self):
        for _ in range(max(1, self.loader.steps // hvd.size())):
            batch = self.training.get_next()
            with tf.GradientTape() as tape:
                loss = self.loss(batch)
            tape = hvd.DistributedGradientTape(tape)
            gradients = tape.gradient(loss, self.model.trainable_variables)
            self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(self.optimizer, "hvd_broadcast_done", False):
                hvd.broadcast_variables(self.model.variables, root_rank=0)
                hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
                self.optimizer.hvd_broadcast_done = True

    def validate(self):
        losses = [self.loss(self.validation.get_next()) for _ in range(8)]
        if hvd.rank() == 0:
            print("validation", np.mean(losses))


trainer = Trainer()
for epoch in range(3):
    trainer.train()
    trainer.validate()
