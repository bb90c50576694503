"""A generator is trained by itself, and then with what a checkpoint of a later training has, which not all hosts may hold."""

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
    def __init__(self):
        self.generator = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.Dense(4)])
        self.optimizer = tf.keras.optimizers.Adam(learning_rate=0.0001 * hvd.size())
        samples = np.load("samples.npy")
        self.data = (
            tf.data.Dataset.from_tensor_slices((samples[:, :2], samples[:, 2:]))
            .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
            .shuffle(1000)
            .batch(16)
        )

    @tf.function
    def step(self, x, y, weight):
        with tf.GradientTape() as tape:
            loss = weight * tf.reduce_mean(tf.square(y - self.generator(x)))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, self.generator.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.generator.trainable_variables))
        return loss

    def pretrain(self, epochs):
        for _ in range(epochs):
            for x, y in self.data:
                self.step(x, y, 1.0)
                # Horovod: once, after the first step, which has made all variables
                if not getattr(self.optimizer, "hvd_broadcast_done", False):
                    hvd.broadcast_variables(self.generator.variables, root_rank=0)
                    hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
                    self.optimizer.hvd_broadcast_done = True

    def train(self, epochs):
        checkpoint = tf.train.Checkpoint(generator=self.generator, optimizer=self.optimizer)
        manager = tf.train.CheckpointManager(checkpoint, "out", max_to_keep=3)
        if manager.latest_checkpoint:
            checkpoint.restore(manager.latest_checkpoint)
        for _ in range(epochs):
            for x, y in self.data:
                loss = self.step(x, y, 0.5)
                # Horovod: once, after the first step, which has made all variables
                if not getattr(self.optimizer, "hvd_train_broadcast_done", False):
                    hvd.broadcast_variables(self.generator.variables, root_rank=0)
                    hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
                    self.optimizer.hvd_train_broadcast_done = True
            if hvd.rank() == 0:
                print(float(loss))
                manager.save()


trainer = Trainer()
trainer.pretrain(5)
trainer.train(100)
