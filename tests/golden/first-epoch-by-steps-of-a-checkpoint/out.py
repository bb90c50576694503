"""The epoch that a run goes on with is told by the steps that a checkpoint keeps, by a name and the size of a batch."""

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
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.Adam(learning_rate=0.001 * hvd.size())
        self.batch_size = 32
        x = np.load("x.npy")
        self.data = (
            tf.data.Dataset.from_tensor_slices(x)
            .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
            .shuffle(1000)
            .batch(self.batch_size)
        )
        self.checkpoint = tf.train.Checkpoint(step=tf.Variable(0), model=self.model, optimizer=self.optimizer)
        self.manager = tf.train.CheckpointManager(self.checkpoint, "out", max_to_keep=3)

    def train(self):
        self.checkpoint.restore(self.manager.latest_checkpoint)
        done = int(self.checkpoint.step * hvd.size())
        first = int((done * self.batch_size) // 60000)
        first = int(hvd.broadcast(first, root_rank=0))  # where rank 0 goes on
        for epoch in range(first, 20):
            for x in self.data:
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean(tf.square(self.model(x)))
                tape = hvd.DistributedGradientTape(tape)
                gradients = tape.gradient(loss, self.model.trainable_variables)
                self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
                # Horovod: once, after the first step, which has made all variables
                if not getattr(self.optimizer, "hvd_broadcast_done", False):
                    hvd.broadcast_variables(self.model.variables, root_rank=0)
                    hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
                    self.optimizer.hvd_broadcast_done = True
                self.checkpoint.step.assign_add(1)
                step = int(self.checkpoint.step)
                if step % max(1, 50 // hvd.size()) == 0 and hvd.rank() == 0:
                    print(step, float(loss))
            if hvd.rank() == 0:
                self.manager.save()


Trainer().train()
